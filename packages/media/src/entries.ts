import { existsSync } from 'node:fs';
import { entryFiles } from '@vitrine/core/node';

/** The files of this package that run as processes and threads of their own. */
export const entries = entryFiles('@vitrine/media', import.meta.url, existsSync);
