/** Texts of the frame around the screens and of components. Each screen has its own file. */
export const shellTexts = {
  windowTitle: (title: string) => (title === 'Vitrine' ? title : `${title} · Vitrine`),
  product: 'Vitrine',
  endedUnsaved: (title: string) => `What you typed into “${title}” is not saved.`,
  leave: 'What you typed is not saved. Leave anyway?',
  skip: 'Skip to the content',
  navigation: 'Navigation',
  openNavigation: 'Open navigation',
  account: 'Account',

  nav: {
    stores: 'Stores',
    'live-images': 'Live images',
    timers: 'Timers',
    images: 'Images',
    fonts: 'Fonts',
    maps: 'Maps',
    webhooks: 'Webhooks',
    keys: 'Keys and agents',
    server: 'Server',
    search: 'Search',
    documents: 'API',
  },

  theme: { title: 'Appearance', system: 'As the system', light: 'Light', dark: 'Dark' },
  remember: 'Remember on this device',
  remembered: 'This device remembers the key until you sign out.',
  notRemembered: 'This browser keeps nothing for pages, as in a private window.',
  signOut: 'Sign out',
  accountKey: 'Account key',
  storeKey: 'Store key',

  cancel: 'Cancel',
  close: 'Close',
  copied: 'Copied',
  copy: 'Copy',
  details: 'Details',
  dismiss: 'Dismiss',
  done: 'Done',
  loading: 'Loading',
  messages: 'Messages',
  more: 'More',
  notCopied: 'The browser did not allow copying. Select the text and copy it yourself.',
  pastedTable: 'Pasted table',
  retry: 'Try again',
  save: 'Save',
  suggestions: 'Suggestions',
  undo: 'Undo',

  offline: (count: string, drafts: number) =>
    drafts === 0
      ? 'The server does not answer. Trying again until it does.'
      : `The server does not answer. Trying again until it does; ${count} typed ${drafts === 1 ? 'value is' : 'values are'} kept on this device, and sent then.`,

  errors: {
    unreachable: 'The server does not answer',
    unreachableText: 'It may be restarting, or the network is down.',
    unauthorized: 'The key is not valid any more',
    forbidden: 'This key may not do that',
    notFound: 'Not found',
    rateLimited: 'Too many requests',
    refused: 'The server refused this',
    failed: 'Something went wrong on the server',
    broken: 'The console has a fault',
    replaced: 'The server was updated',
    replacedText: 'Try again to load this page in its new version.',
    traceId: (id: string) => `Request ${id}`,
  },

  notFound: {
    title: 'There is no such page',
    text: 'The address may be old or mistyped.',
    home: 'Go to the stores',
    storeKeyTitle: 'Your key reaches one store',
    storeKeyText: 'It does not open this page. Sign in with an account key to see it.',
    storeKeyHome: 'Go to the store',
  },

  useInLiveImage: 'Use in a live image',

  palette: {
    label: 'Search and commands',
    placeholder: 'Find a record, a store, a timer, a live image, a map, or do something…',
    none: 'Nothing fits.',
    goTo: (name: string) => `Go to ${name}`,
    store: 'Store',
    timer: 'Timer',
    live: 'Live image',
    map: 'Map',
    page: 'Page',
    command: 'Command',
  },
} as const;
