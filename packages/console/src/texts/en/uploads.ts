export const uploadsTexts = {
  title: 'Files on their way',
  progress: (done: string, total: string) => `${done} of ${total} files sent`,
  refused: (failed: string, total: string, isOne: boolean) =>
    `${failed} of ${total} files ${isOne ? 'was' : 'were'} not added`,
  progressOf: (name: string) => `Sending ${name}`,
  waiting: 'Waiting',
  paused: 'Goes on when the server answers',
  checking: 'Being checked…',
  held: (count: string, isOne: boolean) =>
    `${isOne ? '1 file waits' : `${count} files wait`} in this tab, and ${isOne ? 'is' : 'are'} sent when you sign in again.`,
  heldFor: (count: string, isOne: boolean, account: string) =>
    `${isOne ? '1 file is' : `${count} files are`} not sent: ${isOne ? 'it waits' : 'they wait'} in this tab until “${account}” signs in again.`,
  moreWaiting: (count: string) => `and ${count} more waiting`,
  cancel: (name: string) => `Cancel ${name}`,
  cancelAll: 'Cancel all',
  retry: (name: string) => `Send ${name} again`,
  dismiss: (name: string) => `Dismiss ${name}`,
  dismissAll: 'Dismiss',
} as const;
