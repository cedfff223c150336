import { fileConformance } from '../test/file-conformance.ts';
import { sqliteStorage } from './sqlite-storage.ts';

// `declared-changes.test.ts` runs the kit in memory.
fileConformance('sqlite on a file', (path) => sqliteStorage({ path }));
