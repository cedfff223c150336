import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import { DATA_FILES, type DataFile, packageFolder, sourceOf } from '../src/gazetteer/data-files.ts';

// Copies the files of places and postcodes into `dist`, in a fifth of their size, with the licences of their packages.
// The argument is the folder of the built package.
const target = join(process.argv[2] ?? join(import.meta.dirname, '../dist'), 'places');
/** Takes a second for all files. The best quality takes ten times as long for a tenth less. */
const QUALITY = 7;
mkdirSync(target, { recursive: true });
for (const name of Object.keys(DATA_FILES) as DataFile[]) {
  const params = { [constants.BROTLI_PARAM_QUALITY]: QUALITY, [constants.BROTLI_PARAM_LGWIN]: 24 };
  writeFileSync(join(target, `${name}.br`), brotliCompressSync(readFileSync(sourceOf(name)), { params }));
  const licence = join(target, `${DATA_FILES[name].package}-licence.txt`);
  copyFileSync(join(packageFolder(name), 'LICENSE'), licence);
}
