export const schemaTexts = {
  stores: 'Stores',
  editStore: 'Edit the store',

  description: 'Description',
  none: 'empty',
  records: 'Records',
  expire: 'Records expire',
  never: 'never',
  expireAfter: (lifetime: string) => `${lifetime} after their last write`,
  lifetimes: {
    seconds: (count: string, isOne: boolean) => `${count} ${isOne ? 'second' : 'seconds'}`,
    minutes: (count: string, isOne: boolean) => `${count} ${isOne ? 'minute' : 'minutes'}`,
    hours: (count: string, isOne: boolean) => `${count} ${isOne ? 'hour' : 'hours'}`,
    days: (count: string, isOne: boolean) => `${count} ${isOne ? 'day' : 'days'}`,
  },
  history: 'History',
  histories: {
    none: 'Nothing is kept',
    P7D: 'Kept for 7 days',
    P30D: 'Kept for 30 days',
    P90D: 'Kept for 90 days',
    P365D: 'Kept for a year',
  },
  created: 'Created',
  id: 'Id',
  copyId: 'Copy the id',

  properties: 'Properties',
  add: 'Add a property',
  full: 'A store has at most 100 properties.',
  largeStore: (count: string) => `The values of ${count} records are not counted unasked.`,
  countValues: 'Count the values',
  countAgain: 'Count again',
  counting: 'Counting…',

  unique: 'Key',
  required: 'Required',
  noneSet: 'No record has a value',
  allSet: (count: string) =>
    count === '1' ? 'The only record has a value' : `All ${count} records have a value`,
  someSet: (count: string, all: string) => `${count} of ${all} records have a value`,
  lacking: (count: string) => `${count} lack it, from before it was required`,
  distinct: (count: string, isOne: boolean) => `${count} different ${isOne ? 'value' : 'values'}`,
  range: (from: string, to: string) => `from ${from} to ${to}`,
  samples: 'Values',
  emptyText: 'empty text',

  actionsOf: (name: string) => `Actions for ${name}`,
  edit: 'Edit…',
  rename: 'Rename…',
  showUnset: 'Show records without a value',
  delete: 'Delete…',
  uniqueKeepsName: 'It is the key: the ids of records are made from its name and values.',
  uniqueStays: 'It is the key: without it the records would lose their ids.',
  lastStays: 'A store has at least one property.',

  store: {
    title: 'Edit the store',
    name: 'Name',
    expire: 'Records expire',
    after: 'After their last write',
    unit: 'Unit',
    units: { seconds: 'seconds', minutes: 'minutes', hours: 'hours', days: 'days' },
    notANumber: 'A number above 0',
    noneExpires: 'No record is that old now.',
    someExpire: (count: string, all: string) =>
      `${count} of ${all} records are older than that. They disappear at once and are removed soon.`,
    history: 'What records were, and deleted records',
    historyHint: 'While it is kept, changes can be looked up and taken back.',
    historyEnds:
      'Then changes and deleted records can’t be looked up or taken back, also those that were kept so far.',
    saved: 'The store is changed.',
  },

  property: {
    addTitle: 'Add a property',
    name: 'Name',
    type: 'Type',
    add: 'Add the property',
    added: (name: string) => `The property “${name}” is added.`,
    uniqueOnlyEmpty: 'Only while the store is empty: the ids of its records would change.',
    existingLack: (count: string, isOne: boolean) =>
      isOne
        ? '1 record has no value. It stays as it is until it is written again.'
        : `${count} records have no value. They stay as they are until they are written again.`,

    editTitle: (name: string) => `Edit “${name}”`,
    uniqueIsRequired: 'The key is always required.',
    immutable: 'Whether a property is the key can’t change. Its type can: “Change type…” in the menu.',
    changed: (name: string) => `The property “${name}” is changed.`,

    renameTitle: (name: string) => `Rename “${name}”`,
    newName: 'New name',
    renameHint:
      'The values stay, and saved views and charts have the new name. Programs and links that use the old one have to be changed.',
    rename: 'Rename',
    viewsNotRenamed: (reason: string) => `Saved views and charts still have the old name. ${reason}`,
    renamed: (from: string, to: string) => `“${from}” is now “${to}”.`,

    deleteTitle: (name: string) => `Delete the property “${name}”?`,
    deletes: (count: string, number: number) =>
      number === 0
        ? 'No record has a value of it.'
        : `This deletes ${count} ${number === 1 ? 'value' : 'values'} for good. It can’t be undone.`,
    deleteConfirm: (name: string) => `Type ${name} to confirm`,
    delete: 'Delete the property',
    deleted: (name: string) => `The property “${name}” is deleted.`,
  },

  uses: {
    end: 'end',
    link: 'link and alternative text',
    stop: 'They lose its values then, also in e-mails that were sent, until they are changed.',
    notSearched: 'Programs and saved links are not searched.',
  },

  code: {
    title: 'Code for it',
    tabs: { typescript: 'TypeScript', json: 'JSON Schema', command: 'Command line' },
    notes: {
      typescript:
        'Finds this store by its name and properties, or creates an equal one, and types its records.',
      json: 'A record as it is written. Other JSON Schema validators can check a file with it before it is imported.',
      command: 'Creates an equal, empty store in another database.',
    },
  },
} as const;
