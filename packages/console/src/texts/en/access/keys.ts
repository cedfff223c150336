export const keysTexts = {
  title: 'Keys and agents',
  create: 'New key',
  search: 'Search by name',
  list: 'Keys',
  noMatch: (text: string) => `No key has “${text}” in its name`,
  showAll: 'Show all keys',
  first: (count: string) => `Only the newest ${count} keys are shown.`,

  own: 'This console',
  account: 'Whole account',
  readOnly: 'Read only',
  expires: (when: string) => `Expires ${when}`,
  expired: (when: string) => `Expired ${when}`,
  addresses: (count: number) => `From ${count} ${count === 1 ? 'address range' : 'address ranges'}`,
  created: 'Created',
  lastUsed: 'last used',
  neverUsed: 'never used',

  asAgent: 'As its agent sees it',
  actionsOf: (name: string) => `Actions for ${name}`,
  connect: 'Configure a client',
  copyId: 'Copy its id',
  idCopied: 'The id is copied.',
  revoke: 'Revoke…',

  storeKeyTitle: 'This is a key of one store',
  storeKeyText:
    'Keys are managed with an account key. What an agent with this key can do, you can see and try here.',

  dialog: {
    title: 'New key',
    name: 'Name',
    namePlaceholder: 'Where it is used, such as “Claude on my laptop”',
    nameMissing: 'A key needs a name, so that you know later what it is for.',
    account: 'The whole account, with stores, timers, images and keys',
    limits: 'Limits',
    readOnly: 'It may only read',
    readOnlyHint: 'The tools of agents only read. A key that can’t write is enough for them.',
    addresses: 'Only from these addresses',
    addressesHint: 'Addresses or CIDR ranges, separated by commas. Empty: from everywhere.',
    create: 'Create the key',
  },

  secret: {
    title: (name: string) => `The key “${name}”`,
    text: 'Copy it now. The server keeps only a hash of it and can’t show it again.',
    label: 'The new key',
    held: 'This tab remembers it until you reload, so that you can try it as an agent.',
  },

  revokeDialog: {
    title: (name: string) => `Revoke “${name}”?`,
    account: 'Every program and agent that uses it is refused from the next request on.',
    store: (store: string) =>
      `Every program and agent that reaches the store “${store}” with it is refused from the next request on.`,
    usedAt: 'It was last used',
    unused: 'It has never been used.',
    stays: 'Pictures and timers in e-mails go on: they need no key. Revoking can’t be undone.',
    self: 'You are signed in with this key: this console will sign out.',
    action: 'Revoke the key',
    done: (name: string) => `The key “${name}” is revoked.`,
  },
} as const;
