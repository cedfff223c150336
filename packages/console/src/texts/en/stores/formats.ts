/** Texts of the formats of numbers. */
export const formatTexts = {
  menu: 'Number format…',
  title: (name: string) => `How ${name} is shown`,
  style: 'Format',
  styles: { none: 'As it is', plain: 'Number', currency: 'Currency', percent: 'Percent' },
  percentHint: 'With a sign behind the number: 12 is shown as 12%.',
  currency: 'Currency',
  currencyHint: 'Its code, such as EUR, USD or GBP.',
  firstCurrency: 'EUR',
  decimals: 'Decimals',
  auto: 'As many as the values have',
  example: (text: string) => `For example: ${text}`,
  hint: 'Kept on the server, for everybody. The values stay plain numbers, also when they are copied or exported.',
  changed: (name: string) => `Changed how ${name} is shown.`,
} as const;
