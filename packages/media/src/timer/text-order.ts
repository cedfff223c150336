const RIGHT_TO_LEFT = /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;
const LEFT_TO_RIGHT = /[\p{L}\p{N}]/u;
const MIRRORED: Readonly<Record<string, string>> = {
  '(': ')',
  ')': '(',
  '[': ']',
  ']': '[',
  '<': '>',
  '>': '<',
  '{': '}',
  '}': '{',
  '«': '»',
  '»': '«',
};

interface Run {
  readonly rightToLeft: boolean;
  readonly letters: string[];
}

/**
 * Returns the pieces of a line (`pieces.ts`) in visual order from left to right. Reverses runs of right-to-left letters, and the
 * order of the runs if the first letter is one. Neutral characters take the direction of their neighbours if it is the
 * same, otherwise that of the line.
 */
export function visualOrder(letters: readonly string[]): readonly string[] {
  if (!letters.some(isRightToLeft)) return letters;
  const directions = letters.map((letter) =>
    isRightToLeft(letter) ? true : LEFT_TO_RIGHT.test(letter) ? false : null,
  );
  const isLineRightToLeft = directions.find((direction) => direction !== null) ?? false;
  const runs: Run[] = [];
  letters.forEach((letter, at) => {
    const rightToLeft = directions[at] ?? neighbours(directions, at) ?? isLineRightToLeft;
    const run = runs.at(-1);
    if (run?.rightToLeft === rightToLeft) run.letters.push(letter);
    else runs.push({ rightToLeft, letters: [letter] });
  });
  const drawn = runs.map(({ rightToLeft, letters }) =>
    rightToLeft ? letters.reverse().map((letter) => MIRRORED[letter] ?? letter) : letters,
  );
  return (isLineRightToLeft ? drawn.reverse() : drawn).flat();
}

function isRightToLeft(letter: string): boolean {
  return RIGHT_TO_LEFT.test(letter);
}

/** Returns the direction of the nearest letters on both sides if it is the same, or null. */
function neighbours(directions: readonly (boolean | null)[], at: number): boolean | null {
  const before = directions.slice(0, at).findLast((direction) => direction !== null);
  const after = directions.slice(at).find((direction) => direction !== null);
  return before === after ? (before ?? null) : null;
}
