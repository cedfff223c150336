interface Part {
  readonly start: number;
  readonly end: number;
}

/** Returns the places of the parts of an address that the geocoder used, in order and without overlap. */
export function matchedParts(address: string, matched: readonly string[] | null): readonly Part[] {
  const found = (matched ?? [])
    .map((text) => ({ start: address.toLowerCase().lastIndexOf(text.toLowerCase()), length: text.length }))
    .filter(({ start }) => start >= 0)
    .toSorted((a, b) => a.start - b.start);
  const parts: Part[] = [];
  for (const { start, length } of found) {
    if (start >= (parts.at(-1)?.end ?? 0)) parts.push({ start, end: start + length });
  }
  return parts;
}

/** Returns whether an address has words that the geocoder did not use, such as the street beside the city. */
export function hasUnusedWords(address: string, matched: readonly string[] | null): boolean {
  let rest = '';
  let end = 0;
  for (const part of matchedParts(address, matched)) {
    rest += address.slice(end, part.start);
    end = part.end;
  }
  return /[\p{L}\p{N}]/u.test(rest + address.slice(end));
}
