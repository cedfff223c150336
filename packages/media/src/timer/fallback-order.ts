import type { FallbackFamily } from '../font/fallback-fonts.ts';

const BY_SCRIPT: readonly (readonly [letters: RegExp, family: FallbackFamily])[] = [
  [/\p{Script_Extensions=Hebrew}/u, 'noto-sans-hebrew'],
  [/\p{Script_Extensions=Arabic}/u, 'noto-sans-arabic'],
  [/\p{Script=Thai}/u, 'noto-sans-thai'],
];

/** Letters and punctuation of Chinese, Japanese and Korean. */
const EAST_ASIAN =
  /[\p{Script_Extensions=Han}\p{Script_Extensions=Hiragana}\p{Script_Extensions=Katakana}\p{Script=Hangul}\p{Script_Extensions=Bopomofo}\u3000-\u303f\uff00-\uffef]/u;
const KANA = /[\p{Script=Hiragana}\p{Script=Katakana}]/u;
const HANGUL = /\p{Script=Hangul}/u;
const EAST_ASIAN_FAMILIES: readonly FallbackFamily[] = [
  'noto-sans-sc',
  'noto-sans-jp',
  'noto-sans-tc',
  'noto-sans-kr',
];
const BY_LOCALE: Readonly<Record<string, FallbackFamily>> = {
  ja: 'noto-sans-jp',
  ko: 'noto-sans-kr',
  'zh-Hans': 'noto-sans-sc',
  'zh-Hant': 'noto-sans-tc',
};

/**
 * Returns the families that may have the letters, in the order in which they are searched. Languages draw the same Han
 * letter in different forms; the form is that of the locale, or of the other letters in the text.
 */
export function fallbackOrder(letters: string, text: string, locale: string): FallbackFamily[] {
  const families = BY_SCRIPT.flatMap(([pattern, family]) => (pattern.test(letters) ? [family] : []));
  if (!EAST_ASIAN.test(letters)) return families;
  const byText = KANA.test(text) ? 'noto-sans-jp' : HANGUL.test(text) ? 'noto-sans-kr' : 'noto-sans-sc';
  const first = BY_LOCALE[locale] ?? byText;
  return [...families, first, ...EAST_ASIAN_FAMILIES.filter((family) => family !== first)];
}
