/** Texts of the values of records, and of what helps to enter them. */
export const valueTexts = {
  unset: 'empty',
  yes: 'yes',
  no: 'no',
  pickDate: 'Pick a date',

  picture: {
    title: 'Choose a picture',
    search: 'Search pictures',
    none: 'There are no pictures yet.',
    noMatch: 'No picture has this name.',
    add: 'Add a picture from this device',
    sending: 'Sending…',
    one: 'Picture',
    enlarge: 'Enlarge the picture',
    refused: (name: string, why: string) => `${name} was not added: ${why}`,
  },
} as const;
