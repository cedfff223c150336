export const deletedTexts = {
  stores: 'Stores',
  search: 'Search the deleted records',
  list: 'Deleted records',
  emptyTitle: 'Nothing is deleted',
  empty: 'Records that are deleted from now on are kept here, until the time of the history is over.',
  noMatch: (text: string) => `No deleted record has “${text}” in its id or values`,
  showAll: 'Show all',
  more: 'Show earlier deletions',
  deleted: 'deleted',
  by: (name: string) => `by ${name}`,
  values: 'Values',
  select: (id: string) => `Select ${id}`,
  selectAll: 'Select all that are shown',
  selected: (count: string) => `${count} selected`,
  restore: 'Restore',
  restoreOne: (id: string) => `Restore ${id}`,
  restoreMany: (count: string) => `Restore ${count}`,
  purgeMany: (count: string) => `Remove ${count} for good…`,
  purgeAll: 'Remove all for good…',
  purge: {
    title: (count: string | null) =>
      count === null
        ? 'Remove all deleted records for good?'
        : `Remove ${count} deleted ${count === '1' ? 'record' : 'records'} for good?`,
    text: 'Their values and their whole history are erased at once, as personal data has to be. This can’t be undone.',
    found: 'Also those that the search does not show are removed.',
    action: 'Remove for good',
    done: (count: string, isOne: boolean) =>
      `${count} ${isOne ? 'record is' : 'records are'} removed for good.`,
  },
} as const;

export const deletedStoresTexts = {
  title: 'Deleted stores',
  parent: 'Stores',
  lead: 'A deleted store can be restored for seven days, with its records, its imports and its keys. Then it is gone.',
  search: 'Search by name',
  list: 'Deleted stores',
  emptyTitle: 'No deleted store',
  empty: 'A store that you delete waits here for seven days.',
  noMatch: (text: string) => `No deleted store has “${text}” in its name`,
  showAll: 'Show all',
  more: 'Show more',
  deleted: 'Deleted',
  gone: 'gone',
  restore: 'Restore',
  restoreOne: (name: string) => `Restore ${name}`,
} as const;
