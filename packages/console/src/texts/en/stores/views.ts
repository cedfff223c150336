/** Texts of saved views: of records, and of charts. */
export const viewsTexts = {
  menu: { records: 'Views', chart: 'Kept charts' },
  changed: 'changed',
  title: { records: 'Saved views', chart: 'Kept charts' },
  none: { records: 'No views are saved yet', chart: 'No charts are kept yet' },
  all: { records: 'All records', chart: 'All kept charts' },
  saveChanges: 'Save the changes',
  dropChanges: 'Back to what is saved',
  saveNew: { records: 'Save as a new view…', chart: 'Keep this chart…' },
  rename: 'Rename…',
  delete: { records: 'Delete the view', chart: 'Delete the chart' },
  nameTitle: { records: 'Save the view', chart: 'Keep the chart' },
  renameTitle: (name: string) => `Rename ${name}`,
  name: 'Name',
  nameHint: {
    records:
      'The search, the filters, the order and the columns are kept on the server, for everybody with a key.',
    chart:
      'It is kept on the server, for everybody with a key, and always drawn from the records of the moment.',
  },
  saved: (name: string) => `${name} is saved.`,
  changedMeanwhile: (name: string) => `Someone else has changed ${name} meanwhile. Yours is not saved.`,
  replace: 'Replace it by mine',
  deleted: (name: string) => `${name} is deleted.`,
  restored: (name: string) => `${name} is back.`,
  gone: 'This view was deleted. You see all records.',
  notRead: 'The saved views could not be read.',
} as const;
