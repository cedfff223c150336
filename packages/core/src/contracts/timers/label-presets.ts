/** The parts of a countdown, largest first. */
export const TIMER_UNITS = ['days', 'hours', 'minutes', 'seconds'] as const;

export type TimerUnitName = (typeof TIMER_UNITS)[number];

/**
 * The default labels of a countdown's units by language. Has only languages whose letters are in a built-in font or in
 * one of the fallback fonts. For other languages, a design sets its own labels and uses a font of the account.
 *
 * A label stays the same for every number, so it is the word that most numbers of the countdown take in the language; in
 * Arabic, whose form changes several times below 12, the plural of 3 to 10 (CLDR `few`), as on Arabic websites.
 */
export const LABEL_PRESETS = {
  ar: { days: 'أيام', hours: 'ساعات', minutes: 'دقائق', seconds: 'ثوان' },
  bg: { days: 'ДНИ', hours: 'ЧАСА', minutes: 'МИНУТИ', seconds: 'СЕКУНДИ' },
  cs: { days: 'DNY', hours: 'HODINY', minutes: 'MINUTY', seconds: 'SEKUNDY' },
  da: { days: 'DAGE', hours: 'TIMER', minutes: 'MINUTTER', seconds: 'SEKUNDER' },
  de: { days: 'TAGE', hours: 'STUNDEN', minutes: 'MINUTEN', seconds: 'SEKUNDEN' },
  el: { days: 'ΗΜΕΡΕΣ', hours: 'ΩΡΕΣ', minutes: 'ΛΕΠΤΑ', seconds: 'ΔΕΥΤΕΡΟΛΕΠΤΑ' },
  en: { days: 'DAYS', hours: 'HOURS', minutes: 'MINUTES', seconds: 'SECONDS' },
  es: { days: 'DÍAS', hours: 'HORAS', minutes: 'MINUTOS', seconds: 'SEGUNDOS' },
  et: { days: 'PÄEVA', hours: 'TUNDI', minutes: 'MINUTIT', seconds: 'SEKUNDIT' },
  fi: { days: 'PÄIVÄÄ', hours: 'TUNTIA', minutes: 'MINUUTTIA', seconds: 'SEKUNTIA' },
  fr: { days: 'JOURS', hours: 'HEURES', minutes: 'MINUTES', seconds: 'SECONDES' },
  he: { days: 'ימים', hours: 'שעות', minutes: 'דקות', seconds: 'שניות' },
  hi: { days: 'दिन', hours: 'घंटे', minutes: 'मिनट', seconds: 'सेकंड' },
  hr: { days: 'DANA', hours: 'SATI', minutes: 'MINUTA', seconds: 'SEKUNDI' },
  hu: { days: 'NAP', hours: 'ÓRA', minutes: 'PERC', seconds: 'MÁSODPERC' },
  it: { days: 'GIORNI', hours: 'ORE', minutes: 'MINUTI', seconds: 'SECONDI' },
  ja: { days: '日', hours: '時間', minutes: '分', seconds: '秒' },
  ko: { days: '일', hours: '시간', minutes: '분', seconds: '초' },
  lt: { days: 'DIENOS', hours: 'VALANDOS', minutes: 'MINUTĖS', seconds: 'SEKUNDĖS' },
  lv: { days: 'DIENAS', hours: 'STUNDAS', minutes: 'MINŪTES', seconds: 'SEKUNDES' },
  nb: { days: 'DAGER', hours: 'TIMER', minutes: 'MINUTTER', seconds: 'SEKUNDER' },
  nl: { days: 'DAGEN', hours: 'UREN', minutes: 'MINUTEN', seconds: 'SECONDEN' },
  pl: { days: 'DNI', hours: 'GODZINY', minutes: 'MINUTY', seconds: 'SEKUNDY' },
  pt: { days: 'DIAS', hours: 'HORAS', minutes: 'MINUTOS', seconds: 'SEGUNDOS' },
  ro: { days: 'ZILE', hours: 'ORE', minutes: 'MINUTE', seconds: 'SECUNDE' },
  ru: { days: 'ДНИ', hours: 'ЧАСЫ', minutes: 'МИНУТЫ', seconds: 'СЕКУНДЫ' },
  sk: { days: 'DNI', hours: 'HODINY', minutes: 'MINÚTY', seconds: 'SEKUNDY' },
  sl: { days: 'DNI', hours: 'UR', minutes: 'MINUT', seconds: 'SEKUND' },
  sr: { days: 'ДАНА', hours: 'САТИ', minutes: 'МИНУТА', seconds: 'СЕКУНДИ' },
  sv: { days: 'DAGAR', hours: 'TIMMAR', minutes: 'MINUTER', seconds: 'SEKUNDER' },
  th: { days: 'วัน', hours: 'ชั่วโมง', minutes: 'นาที', seconds: 'วินาที' },
  tr: { days: 'GÜN', hours: 'SAAT', minutes: 'DAKİKA', seconds: 'SANİYE' },
  uk: { days: 'ДНІ', hours: 'ГОДИНИ', minutes: 'ХВИЛИНИ', seconds: 'СЕКУНДИ' },
  vi: { days: 'NGÀY', hours: 'GIỜ', minutes: 'PHÚT', seconds: 'GIÂY' },
  'zh-Hans': { days: '天', hours: '小时', minutes: '分钟', seconds: '秒' },
  'zh-Hant': { days: '天', hours: '小時', minutes: '分鐘', seconds: '秒' },
} as const satisfies Readonly<Record<string, Readonly<Record<TimerUnitName, string>>>>;

export type LabelLocale = keyof typeof LABEL_PRESETS;

/** The languages with preset labels, in alphabetical order. */
export const LABEL_LOCALES = Object.keys(LABEL_PRESETS) as readonly LabelLocale[];

/** Languages without a preset whose words are those of another one. */
const SAME_WORDS: Readonly<Record<string, LabelLocale>> = { no: 'nb', nn: 'nb', bs: 'hr', 'sr-Latn': 'hr' };

/**
 * Returns the language with preset labels for a language tag (BCP 47, also with underscores), such as `pt` for `pt-BR`
 * and `zh-Hant` for `zh-TW`. Null: there is none, or the tag is invalid.
 */
export function findLabelLocale(tag: string): LabelLocale | null {
  const named = localeOf(tag.replaceAll('_', '-'))?.maximize();
  if (named === undefined) return null;
  const { language, script } = named;
  const isUsualScript = localeOf(language)?.maximize().script === script;
  for (const name of [`${language}-${script}`, ...(isUsualScript ? [language] : [])]) {
    const locale = LABEL_LOCALES.find((each) => each === name) ?? SAME_WORDS[name];
    if (locale !== undefined) return locale;
  }
  return null;
}

function localeOf(tag: string): Intl.Locale | null {
  try {
    return new Intl.Locale(tag);
  } catch {
    return null;
  }
}

/** Returns the preset of a language, or the English one for a language without a preset. */
export function presetLabels(locale: string): Readonly<Record<TimerUnitName, string>> {
  return Object.hasOwn(LABEL_PRESETS, locale) ? LABEL_PRESETS[locale as LabelLocale] : LABEL_PRESETS.en;
}
