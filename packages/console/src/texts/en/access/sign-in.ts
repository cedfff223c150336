export const signInTexts = {
  title: 'Sign in',
  lead: 'Paste a key of this server. The link that the server printed at its first start signs you in by itself.',
  key: 'Key',
  placeholder: 'account-… or store-…',
  remember: 'Remember on this device',
  rememberHint:
    'Otherwise the key is gone when the last tab of the console is closed. It is only ever sent to this server.',
  open: 'Open the console',
  invalid: 'This server does not know that key. It may be revoked or expired.',
  refusedLink: 'The key in that link does not work. You are signed in with another one.',
  ended: 'Your key is not valid any more, so you were signed out.',
  empty: 'Paste a key first.',
  mayAccount: (account: string) => `Reads and changes everything of the account “${account}”.`,
  mayStore: 'Reads and writes the records of one store, and nothing else.',
  named: (name: string) => `Key “${name}”`,
  help: 'No key? Create one where the server runs:',
  command: 'vitrine keys create console',
} as const;
