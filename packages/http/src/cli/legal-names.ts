import { fold, isReservedName, PROPERTY_NAME_MAX } from '@vitrine/core';

/**
 * The columns of a file as legal property names, one for each and all different without regard to case: what is legal
 * stays, control characters and outer space go, reserved names get `source_` in front, empty ones are called by their
 * place, and repeated ones are numbered. The same columns always give the same names, so a file that made a store also
 * fits it.
 */
export function toLegalNames(columns: readonly string[], options: { keepId: boolean }): string[] {
  const taken = new Set<string>();
  return columns.map((column, index) => {
    // Normalization costs the square of the length of a run of combining marks. A character has at most four code points
    // before it is composed, so no more than these can end up in the name.
    const beginning = cut(column.replace(/\p{Cc}+/gu, ' '), PROPERTY_NAME_MAX * 4);
    let name = cut(beginning.normalize('NFC'), PROPERTY_NAME_MAX);
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
