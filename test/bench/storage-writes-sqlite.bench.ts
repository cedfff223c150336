import { compareStorageWrites } from './compare-storage-writes.ts';

await compareStorageWrites('sqlite');
