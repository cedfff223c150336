/** Texts of the dialog that changes the type of a property. */
export const changeTypeTexts = {
  menu: 'Change type…',
  title: (name: string) => `Change the type of “${name}”`,
  type: 'New type',
  decimal: 'Decimal sign',
  decimals: { point: 'Point: 1,234.50', comma: 'Comma: 1.234,50' },
  dates: 'Dates such as 03/04/2026',
  orders: { dmy: 'Day first', mdy: 'Month first' },
  choose: 'Choose…',
  trying: 'Trying all values…',
  noValues: 'No record has a value, so nothing is lost.',
  fits: (count: string, all: string) =>
    count === all ? `All ${all} values fit.` : `${count} of ${all} values fit.`,
  blank: (count: string, isOne: boolean) =>
    isOne ? '1 blank text becomes empty.' : `${count} blank texts become empty.`,
  refused: (count: string, isOne: boolean) =>
    isOne ? '1 value does not fit.' : `${count} values do not fit.`,
  unit: (unit: string) => `The unit ${unit} is dropped. A number format can show it again.`,
  unset: 'Empty the values that do not fit',
  before: 'Now',
  after: 'Then',
  examples: 'Examples',
  empty: 'does not fit',
  hint: 'Everybody sees the old values until all are changed. Who writes meanwhile loses nothing.',
  change: 'Change the type',
  changed: (name: string, type: string) => `“${name}” is now: ${type}.`,
  notChanged: (name: string) =>
    `“${name}” was not changed: a value that does not fit was written meanwhile. Try again.`,
  uniqueKeepsType: 'It is the key: the ids of records are made from its values.',
} as const;
