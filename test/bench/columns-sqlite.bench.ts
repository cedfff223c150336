import { compareColumns } from './compare-columns.ts';

await compareColumns('sqlite');
