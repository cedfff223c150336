import { compareImports } from './compare-imports.ts';

await compareImports('sqlite');
