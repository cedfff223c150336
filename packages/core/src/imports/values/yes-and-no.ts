/** The words for yes and no of each language, and those that spreadsheets write in it. */
const PAIRS: readonly (readonly [yes: string, no: string])[] = [
  // English, programming languages, databases.
  ...([
    ['true', 'false'],
    ['yes', 'no'],
    ['on', 'off'],
    ['y', 'n'],
    ['t', 'f'],
  ] as const),
  // German, Dutch.
  ...([
    ['ja', 'nein'],
    ['wahr', 'falsch'],
    ['ja', 'nee'],
    ['waar', 'onwaar'],
  ] as const),
  // Danish, Norwegian, Swedish, Finnish.
  ...([
    ['ja', 'nej'],
    ['ja', 'nei'],
    ['sand', 'falsk'],
    ['sann', 'usann'],
    ['sant', 'falskt'],
  ] as const),
  ...([
    ['kyllä', 'ei'],
    ['tosi', 'epätosi'],
  ] as const),
  // French, Spanish, Italian, Portuguese.
  ...([
    ['oui', 'non'],
    ['vrai', 'faux'],
    ['sí', 'no'],
    ['verdadero', 'falso'],
  ] as const),
  ...([
    ['si', 'no'],
    ['sì', 'no'],
    ['vero', 'falso'],
    ['sim', 'não'],
    ['verdadeiro', 'falso'],
  ] as const),
  // Polish, Czech, Slovak, Russian.
  ...([
    ['tak', 'nie'],
    ['prawda', 'fałsz'],
    ['ano', 'ne'],
    ['áno', 'nie'],
    ['pravda', 'nepravda'],
  ] as const),
  ...([
    ['да', 'нет'],
    ['истина', 'ложь'],
  ] as const),
];

const LETTERS = PAIRS.filter(([yes, no]) => yes.length + no.length === 2);
const YES = new Set(['1', ...PAIRS.map(([yes]) => yes)]);
const NO = new Set(['0', ...PAIRS.map(([, no]) => no)]);

/** Longer than every word above, also with its accents apart. Normalizing takes time that grows with the square of the length. */
const WORD_MAX = 16;

/** Returns a word as it is compared. Null: the text is longer than every word for yes or no. */
export function wordOf(text: string): string | null {
  return text.length > WORD_MAX ? null : text.normalize('NFC').toLowerCase();
}

/** Reads a word for yes or no of any language. Null: it is none. */
export function readYesOrNo(text: string): boolean | null {
  const word = wordOf(text);
  if (word === null) return null;
  return YES.has(word) ? true : NO.has(word) ? false : null;
}

/**
 * Returns whether the words of a column are yes and no of one language, some perhaps as their first letters. Both words
 * have to occur, because NO is Norway and ON is Ontario; only true and false have no other meaning.
 */
export function areYesAndNo(words: ReadonlySet<string>): boolean {
  return PAIRS.some(([yes, no]) => {
    const areBoth = words.has(yes) && words.has(no);
    const letters = areBoth ? LETTERS.filter(([y, n]) => y === yes[0] && n === no[0]).flat() : [];
    return (
      [...words].every((word) => word === yes || word === no || letters.includes(word)) &&
      (areBoth || (yes === 'true' && words.size === 1))
    );
  });
}
