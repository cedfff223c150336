import { compareLogWrites } from './compare-log-writes.ts';

await compareLogWrites('sqlite');
