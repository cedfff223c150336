import type { Slot } from '@vitrine/core/storage';
import fc from 'fast-check';

// Slots with their own columns, at both ends, and overflow slots (t24 and up, n24 and up).
const NUMBERS_OF_SLOTS = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 22, 23, 24, 25, 26, 40];

const LETTERS = [...'aAbäÄßẞσςΣİiıI', '\u0307', '\u0308', '\uff5e', '\ufffd', '\uffff', '\u212a'];
const ASTRAL = ['\u{1F600}', '\u{10400}', '\u{10428}'];
const SIGNS = ['%', '_', '\\', "'", '"', '?', '$1', ' ', '\n'];

const PLAIN_IDS = Array.from({ length: 16 }, (_, i) => `r${i}`);
const AWKWARD_IDS = ['a', 'A', 'ä', 'Ä', 'a\u0308', '1', '01', 'x y', "it's", '%', '\uff5e', '\u{1F600}'];

/** The slots and texts of one program. There are few, so that filters match, values tie and ids repeat. */
export interface Vocabulary {
  readonly text: readonly Slot[];
  readonly number: readonly Slot[];
  /** The parts of generated texts. */
  readonly pieces: readonly string[];
}

function slots(kind: 't' | 'n') {
  const all = NUMBERS_OF_SLOTS.map((n): Slot => `${kind}${n}`);
  return fc.oneof(
    { weight: 3, arbitrary: fc.subarray(all, { minLength: 1, maxLength: 3 }) },
    { weight: 1, arbitrary: fc.subarray(all, { minLength: 1, maxLength: 15 }) },
  );
}

export const vocabulary: fc.Arbitrary<Vocabulary> = fc.record({
  text: slots('t'),
  number: slots('n'),
  pieces: fc.subarray([...LETTERS, ...ASTRAL, ...SIGNS], { minLength: 2, maxLength: 6 }),
});

export const id = fc.constantFrom(...AWKWARD_IDS, ...PLAIN_IDS);

export function text({ pieces }: Vocabulary): fc.Arbitrary<string> {
  const made = fc.array(fc.constantFrom(...pieces), { maxLength: 4 }).map((parts) => parts.join(''));
  // Core refuses U+0000.
  const drawn = fc.string({ unit: 'binary', maxLength: 8 }).map((any) => any.replaceAll('\0', ''));
  return fc.oneof({ weight: 9, arbitrary: made }, { weight: 1, arbitrary: drawn });
}

export const number: fc.Arbitrary<number> = fc.oneof(
  { weight: 6, arbitrary: fc.integer({ min: -2, max: 2 }) },
  { weight: 2, arbitrary: fc.constantFrom(0.1, 0.2, 0.3, 1e15, -1e15, 2 ** 53 - 1, 1 - 2 ** 53, 5e-324) },
  // + 0 turns -0 into 0, as core does.
  { weight: 1, arbitrary: fc.double({ noNaN: true, min: 1 - 2 ** 53, max: 2 ** 53 - 1 }).map((n) => n + 0) },
);
