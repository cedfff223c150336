import { compareRecords } from './compare-records.ts';

await compareRecords('sqlite');
