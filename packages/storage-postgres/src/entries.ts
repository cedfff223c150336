import { existsSync } from 'node:fs';
import { entryFiles } from '@vitrine/core/node';

/** The file of this package that runs as a thread of its own. */
export const entries = entryFiles('@vitrine/storage-postgres', import.meta.url, existsSync);
