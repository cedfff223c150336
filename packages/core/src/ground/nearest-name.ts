/** Longer names are unlikely to be typing errors, and expensive to compare. */
const NAME_MAX = 32;

/**
 * Returns the known name that a mistyped one most likely means: equal except for case and separators (`font_id`), or
 * with at most two typing errors (a letter omitted, added, replaced, or two swapped). Null: no name is close enough.
 */
export function nearestName(given: string, known: readonly string[]): string | null {
  if (given.length > NAME_MAX) return null;
  const plain = simplify(given);
  let nearest: string | null = null;
  let least = 3;
  for (const name of known) {
    if (name.length > NAME_MAX + least) continue;
    const distance = slipsBetween(plain, simplify(name));
    // Two typing errors may replace a short name entirely.
    if (distance < least && distance < name.length / 2) {
      nearest = name;
      least = distance;
    }
  }
  return nearest;
}

/**
 * Returns `nearestName` as the end of a message about an unknown name: ` Did you mean "city"?`. Empty if there is none.
 */
export function nameHint(given: string, known: readonly string[]): string {
  const nearest = nearestName(given, known);
  return nearest === null ? '' : ` Did you mean ${JSON.stringify(nearest)}?`;
}

/** Returns `nameHint` and all known names, as the end of such a message: ` Did you mean "city"? Known: city, state.` */
export function namesHint(given: string, known: readonly string[]): string {
  return `${nameHint(given, known)} Known: ${known.join(', ') || 'none'}.`;
}

function simplify(name: string): string {
  return name.toLowerCase().replaceAll(/[\s_-]/g, '');
}

/**
 * Returns the optimal string alignment distance: insertions, deletions, substitutions and swaps of adjacent letters.
 */
function slipsBetween(a: string, b: string): number {
  const columns = b.length + 1;
  const distances = new Uint8Array((a.length + 1) * columns);
  const at = (i: number, j: number): number => distances[i * columns + j] ?? 0;
  for (let i = 0; i <= a.length; i++) {
    for (let j = 0; j <= b.length; j++) {
      let distance = Math.max(i, j);
      if (i > 0 && j > 0) {
        const isEqual = a[i - 1] === b[j - 1];
        distance = Math.min(at(i - 1, j) + 1, at(i, j - 1) + 1, at(i - 1, j - 1) + (isEqual ? 0 : 1));
        const isSwap = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
        if (isSwap) distance = Math.min(distance, at(i - 2, j - 2) + 1);
      }
      distances[i * columns + j] = distance;
    }
  }
  return at(a.length, b.length);
}
