import { compareColumnWrites } from './compare-column-writes.ts';

await compareColumnWrites('postgres');
