/** Texts about what records were: their history, deleted ones, and what is restored. */
export const historyTexts = {
  offTitle: 'This store keeps no history',
  off:
    'With a history, every change and every deleted record is kept for 30 days with who made it, and can be taken back. ' +
    'What happened before it is turned on is not in it.',
  offForStoreKey:
    'An account key can turn it on. Then changes and deleted records are kept, and can be taken back.',
  keep: 'Keep a history for 30 days',
  kept: 'From now on the store keeps a history.',

  outcomes: {
    restored: (count: string, isOne: boolean) => `${count} ${isOne ? 'record is' : 'records are'} restored.`,
    deleted: (count: string, isOne: boolean) =>
      `${count} ${isOne ? 'record is' : 'records are'} removed again.`,
    unchanged: (count: string, isOne: boolean) =>
      `${count} ${isOne ? 'record was' : 'records were'} as before already.`,
    changed: (count: string, isOne: boolean) =>
      isOne
        ? '1 record was changed since and stays as it is.'
        : `${count} records were changed since and stay.`,
    record_exists: (count: string, isOne: boolean) =>
      isOne
        ? '1 record was not restored: a new one has its id.'
        : `${count} records were not restored: new ones have their ids.`,
    expired: (count: string, isOne: boolean) =>
      `${count} ${isOne ? 'record was' : 'records were'} not restored: expired meanwhile.`,
    not_found: (count: string, isOne: boolean) =>
      `${count} ${isOne ? 'record was' : 'records were'} not restored: nothing of it is kept any more.`,
    quota_exceeded: (count: string, isOne: boolean) =>
      `${count} ${isOne ? 'record was' : 'records were'} not restored: the account may have no more records.`,
    too_large: (count: string, isOne: boolean) =>
      `${count} ${isOne ? 'record was' : 'records were'} not restored: too large.`,
    key_changed: (count: string, isOne: boolean) =>
      `${count} ${isOne ? 'record was' : 'records were'} not restored: the store has got a key since.`,
  },
  dropped: (count: string, isOne: boolean) =>
    `${count} of them ${isOne ? 'has' : 'have'} lost values of properties that were deleted since.`,

  nobody: 'the server or a program',
  by: 'by',
  types: {
    'record.created': 'Added',
    'record.updated': 'Changed',
    'record.deleted': 'Deleted',
    'record.expired': 'Expired',
  },
  imported: 'in an import',
  now: 'Now',
  backTo: 'Back to this',
  back: 'The record is as it was then.',
  was: 'was',
  becomes: 'became',
  notKept: 'The values are not kept.',
  first: 'Before these changes',
  earlier: 'Show earlier changes',
  none: 'Nothing has changed since the store keeps a history.',
} as const;
