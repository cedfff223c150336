import { copyFileSync, mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { packedBuiltinFiles } from '../src/font/builtin-fonts.ts';
import { packedFallbackFiles } from '../src/font/fallback-fonts.ts';
import { type FontFile, fontPath } from '../src/font/font-files.ts';

// Copies the files of fonts that are used, with the licence of each package, into `dist`. The packages have twenty times
// as many bytes, in weights and formats that are not used.
// The argument is the folder of the built package.
const target = join(process.argv[2] ?? join(import.meta.dirname, '../dist'), 'fonts');
const files = [...packedBuiltinFiles(), ...(await packedFallbackFiles())];
const licences = new Set(files.map((file) => file.package));
for (const file of files) copy(file, file.path);
// pnpm adds the licence of this repository to a package that has no file of this name anywhere.
for (const name of licences) copy({ package: name, path: 'LICENSE' }, 'font-licence.txt');

function copy(file: FontFile, path: string): void {
  const to = join(target, file.package, path);
  mkdirSync(dirname(to), { recursive: true });
  copyFileSync(fontPath(file), to);
}
