import { PROPERTY_NAME_MAX } from '../ground/limits.ts';
import { fold } from '../query/fold.ts';
import { isReservedName } from '../schema/property.ts';

/**
 * Returns a legal property name for each column; all names differ, ignoring case. Legal names stay as they are. Control
 * characters and outer white space are removed, reserved names get the prefix `source_`, empty names become
 * `column_<n>`, and repeated names are numbered. The same columns always get the same names, so a file can be imported
 * into the store that was created from it.
 */
export function toLegalNames(columns: readonly string[], options: { keepId: boolean }): string[] {
  const taken = new Set<string>();
  return columns.map((column, index) => {
    // Normalization takes quadratic time in the length of a run of combining marks. A composed character comes from at
    // most four code points, so more of them can't be part of the name.
    const relevant = cut(column.replace(/\p{Cc}+/gu, ' '), PROPERTY_NAME_MAX * 4);
    let name = cut(relevant.normalize('NFC'), PROPERTY_NAME_MAX);
    if (name === '') name = `column_${index + 1}`;
    const isIdKey = options.keepId && name === 'id' && !taken.has('id');
    if (isReservedName(name) && !isIdKey) name = `source_${name}`;
    const stem = name;
    for (let count = 2; taken.has(fold(name)); count++) {
      const suffix = `_${count}`;
      name = cut(stem, PROPERTY_NAME_MAX - suffix.length) + suffix;
    }
    taken.add(fold(name));
    return name;
  });
}

function cut(text: string, codePoints: number): string {
  const trimmed = text.trim();
  return trimmed.length <= codePoints ? trimmed : [...trimmed].slice(0, codePoints).join('').trim();
}
