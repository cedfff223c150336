import { readdirSync } from 'node:fs';
import { benchOptions } from './bench-options.ts';

// Each `*.bench.ts` in this folder is a program; `pnpm bench [word…]` runs those whose name contains one of the words.
// The options are listed in bench-options.ts.
const { words } = benchOptions();
const names = readdirSync(import.meta.dirname).filter((name) => name.endsWith('.bench.ts'));

for (const name of names.sort()) {
  if (words.length === 0 || words.some((word) => name.includes(word))) {
    console.log(`\n# ${name}`);
    await import(`./${name}`);
  }
}
