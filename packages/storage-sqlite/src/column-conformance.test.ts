import { columnConformance } from '../test/file-conformance.ts';

columnConformance('sqlite with columns that are loaded at once', 4_096);
