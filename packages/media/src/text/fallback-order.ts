import type { FallbackFamily } from '../font/fallback-fonts.ts';

const BY_SCRIPT: readonly (readonly [letters: RegExp, family: FallbackFamily])[] = [
  [/\p{Script_Extensions=Hebrew}/u, 'noto-sans-hebrew'],
  [/\p{Script_Extensions=Arabic}/u, 'noto-sans-arabic'],
  [/\p{Script=Thai}/u, 'noto-sans-thai'],
  [/\p{Script=Armenian}/u, 'noto-sans-armenian'],
  [/\p{Script_Extensions=Bengali}/u, 'noto-sans-bengali'],
  [/\p{Script=Ethiopic}/u, 'noto-sans-ethiopic'],
  [/\p{Script_Extensions=Georgian}/u, 'noto-sans-georgian'],
  [/\p{Script_Extensions=Gujarati}/u, 'noto-sans-gujarati'],
  [/\p{Script_Extensions=Gurmukhi}/u, 'noto-sans-gurmukhi'],
  [/\p{Script_Extensions=Kannada}/u, 'noto-sans-kannada'],
  [/\p{Script=Khmer}/u, 'noto-sans-khmer'],
  [/\p{Script=Lao}/u, 'noto-sans-lao'],
  [/\p{Script_Extensions=Malayalam}/u, 'noto-sans-malayalam'],
  [/\p{Script_Extensions=Myanmar}/u, 'noto-sans-myanmar'],
  [/\p{Script_Extensions=Sinhala}/u, 'noto-sans-sinhala'],
  [/\p{Script_Extensions=Tamil}/u, 'noto-sans-tamil'],
  [/\p{Script_Extensions=Telugu}/u, 'noto-sans-telugu'],
];

const SYMBOLS = /[\p{S}\p{No}\p{P}\p{Me}\p{Extended_Pictographic}\p{Regional_Indicator}]/u;
/** Letters that are shown as pictures, and keycaps, which the other families draw over the letter beside them. */
const EMOJI = /\p{Emoji_Presentation}|\p{Emoji_Modifier}|\u20e3/u;
const SYMBOL_FAMILIES: readonly FallbackFamily[] = [
  'noto-sans-symbols',
  'noto-sans-symbols-2',
  'noto-sans-math',
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
 *
 * @param locale BCP 47.
 */
export function fallbackOrder(letters: string, text: string, locale: string): FallbackFamily[] {
  return [
    ...BY_SCRIPT.flatMap(([pattern, family]) => (pattern.test(letters) ? [family] : [])),
    ...eastAsianOrder(letters, text, locale),
    ...symbolOrder(letters),
  ];
}

function symbolOrder(letters: string): readonly FallbackFamily[] {
  if (!SYMBOLS.test(letters)) return [];
  return EMOJI.test(letters) ? ['noto-emoji', ...SYMBOL_FAMILIES] : [...SYMBOL_FAMILIES, 'noto-emoji'];
}

function eastAsianOrder(letters: string, text: string, locale: string): FallbackFamily[] {
  if (!EAST_ASIAN.test(letters)) return [];
  const byText = KANA.test(text) ? 'noto-sans-jp' : HANGUL.test(text) ? 'noto-sans-kr' : 'noto-sans-sc';
  const first = BY_LOCALE[languageOf(locale)] ?? byText;
  return [first, ...EAST_ASIAN_FAMILIES.filter((family) => family !== first)];
}

/** Returns the language of a tag, with the script for Chinese, which is written in two. */
function languageOf(locale: string): string {
  const { language, script } = new Intl.Locale(locale).maximize();
  return language === 'zh' ? `zh-${script}` : language;
}
