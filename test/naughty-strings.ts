import { readFileSync } from 'node:fs';

const LIST = new URL('./data/blns.json', import.meta.url);

/** The Big List of Naughty Strings. */
export const bigList: readonly string[] = JSON.parse(readFileSync(LIST, 'utf8'));

/** Strings that are known to break servers (SQL, JSON paths, prototypes, templates), each once. */
export const naughty: readonly string[] = [
  ...new Set([
    ...bigList,
    "' OR 1=1 --",
    "'); DROP TABLE records; --",
    "'); DROP TABLE locations; --",
    '" OR ""="',
    '$."a"',
    '$[0]',
    '?',
    '?1',
    ':name',
    '@p1',
    '$1',
    '\\',
    "\\'",
    '%',
    '_',
    '%s%n',
    '__proto__',
    'constructor',
    'toString',
    'hasOwnProperty',
    'valueOf',
    'then',
    '\u0000',
    'a\u0000b',
    '\ud800',
    '\udfff\ud800',
    '\ufeff',
    '\u202e',
    '👩‍👩‍👧‍👦',
    'İ',
    'ﬀ',
    'null',
    'undefined',
    'NaN',
  ]),
];

/** Returns whether a record can hold the text: well-formed Unicode without U+0000. */
export const isStorable = (text: string) => !text.includes('\0') && text.isWellFormed();
