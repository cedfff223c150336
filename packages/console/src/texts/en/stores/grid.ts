/** Texts of the grid of a store's records. */
export const gridTexts = {
  stores: 'Stores',
  grid: (name: string) => `Records of ${name}`,
  help: 'Arrows move, Enter edits, Escape and then Tab leaves the grid.',

  counting: 'Counting…',
  count: (count: string, isOne: boolean) => `${count} ${isOne ? 'record' : 'records'}`,
  countOf: (count: string, total: string) => `${count} of ${total} records`,
  loadingTo: (row: string) => `Loading the rows up to ${row}…`,
  capped: 'The grid shows the first 1,000,000 rows. Filter or jump to see others.',
  selected: (count: string) => `${count} selected`,
  allSelected: (count: string | null) => (count === null ? 'All selected' : `All ${count} selected`),
  clearSelection: 'Clear the selection',
  selectAll: 'Select all records that match',
  selectTotal: (count: string) => `Select all ${count}`,
  selectRow: (row: string) => `Select row ${row}`,
  openRow: (row: string) => `Open row ${row}`,

  emptyTitle: 'No records yet',
  emptyText: 'Drop a file here, type or paste into the line above, or write to the store from a program.',
  goneTitle: (names: readonly string[]) =>
    `The store has no column ${names.map((name) => `“${name}”`).join(' and ')}`,
  goneText: 'The view or the link was made before a column was renamed or deleted.',
  showWithout: (isOne: boolean) => `Show the records without ${isOne ? 'it' : 'them'}`,
  noMatchTitle: 'No record matches',
  noMatchText: (limits: string) => `Without ${limits}, the grid shows every record.`,
  /** What keeps records from being shown. */
  limits: {
    search: 'the search',
    filters: 'the filters',
    jump: 'the jump to a value',
  },
  removeLimits: (limits: string) => `Remove ${limits}`,
  clearFilters: 'Remove the filters',
  drop: 'Drop the file to import it into this store',

  newRecord: 'New record',
  continueNew: 'Continue the new record',
  show: 'Show',
  filter: 'Filter',
  search: 'Search records',
  columns: 'Columns',
  code: 'Code',
  export: 'Export',
  keys: 'Keyboard',

  column: {
    menu: (name: string) => `Column ${name}`,
    sortBy: (name: string) => `Sort by ${name}. With Shift: after the other columns`,
    thenBy: (name: string) => `Sort by this after ${name}`,
    ascending: 'Sort ascending',
    descending: 'Sort descending',
    unsorted: 'Do not sort',
    filter: 'Filter by this column',
    jump: 'Jump to a value…',
    pin: 'Pin to the left',
    unpin: 'Unpin',
    hide: 'Hide',
    wider: 'Wider',
    narrower: 'Narrower',
    fit: 'Fit to the values',
    key: 'Key',
    moveLeft: 'Move to the left',
    moveRight: 'Move to the right',
    showAll: 'Show all columns',
  },

  jumpTitle: (name: string) => `Jump to a value of ${name}`,
  jumpValue: 'Value',
  jumpHint: 'The grid begins with the first record from there on.',
  jumpTextHint: 'The grid shows the records that begin with this text.',
  jump: 'Jump',
  from: (name: string, value: string) => `${name} from ${value} on`,
  fromTop: 'Back to the top',

  codeTitle: 'The same records from a program',
  codeTabs: { curl: 'curl', client: 'TypeScript', agent: 'Agent' },
  codeAgentAny: 'Agents join filters by “and”. For “any filter”, an agent makes one call for each.',

  exportCsv: 'CSV',
  exportJson: 'JSON',
  exporting: 'Exporting…',
  exported: (name: string) => `${name} is saved.`,

  readOnly: (name: string) => `${name} can’t be changed here.`,
  changed: (name: string) => `Changed ${name}.`,
  changedCells: (count: string, isOne: boolean) => `Changed ${count} ${isOne ? 'cell' : 'cells'}.`,
  addedRecords: (count: string, isOne: boolean) => `Added ${count} ${isOne ? 'record' : 'records'}.`,
  changedNothing: 'No cell differs: nothing was changed.',
  refusedCells: (count: string) => `${count} refused.`,
  imported: (count: string) => `${count} new records are many: look at the columns, then import them.`,
  leftOut: {
    fixed: (count: string, isOne: boolean) =>
      isOne
        ? '1 cell was left out: it can’t be changed.'
        : `${count} cells were left out: they can’t be changed.`,
    outside: (count: string, isOne: boolean) =>
      isOne
        ? '1 cell was left out: it is right of the last column.'
        : `${count} cells were left out: they are right of the last column.`,
    unloaded: (count: string, isOne: boolean) =>
      isOne
        ? '1 cell was left out: its row is not loaded yet.'
        : `${count} cells were left out: their rows are not loaded yet.`,
  },
  undo: {
    done: 'Undone.',
    unsent: 'The latest change is not saved yet. Escape in its cell gives it up.',
    part: (count: string, isOne: boolean) => `Undone in ${count} ${isOne ? 'record' : 'records'}.`,
    failed: (count: string, isOne: boolean, reason: string) =>
      `Not undone yet in ${count} ${isOne ? 'record' : 'records'}, Ctrl+Z tries again: ${reason}`,
  },
  redo: {
    done: 'Made again.',
    part: (count: string, isOne: boolean) => `Made again in ${count} ${isOne ? 'record' : 'records'}.`,
    failed: (count: string, isOne: boolean, reason: string) =>
      `Not made again yet in ${count} ${isOne ? 'record' : 'records'}, Ctrl+Shift+Z tries again: ${reason}`,
  },
  /** About what was not undone, or not made again. */
  left: {
    deleted: (count: string, isOne: boolean) =>
      `${count} ${isOne ? 'record was' : 'records were'} deleted meanwhile.`,
    noColumn: (names: readonly string[]) =>
      `The store has no column ${names.map((name) => `“${name}”`).join(' and ')} any more: former values are left out.`,
  },
  copied: (count: string) => `Copied ${count} cells.`,
  notLoaded: 'Those rows are not loaded yet.',

  menu: {
    label: 'Selected cells',
    edit: 'Edit the cell',
    open: 'Open the record',
    copyLink: 'Copy a link to the record',
    openLink: 'Open the link',
    copy: 'Copy',
    copyAs: { csv: 'Copy as CSV', json: 'Copy as JSON', markdown: 'Copy as Markdown' },
    copied: 'Copied.',
    cut: 'Cut',
    fillDown: 'Fill down',
    insert: 'New record in the last line',
    duplicate: (count: string, isOne: boolean) =>
      isOne ? 'Duplicate the record' : `Duplicate ${count} records`,
    delete: (count: string, isOne: boolean) => (isOne ? 'Delete the record' : `Delete ${count} records`),
  },

  totals: {
    selected: (count: string) => `${count} numbers selected`,
    sum: 'Sum',
    average: 'Average',
  },

  order: {
    label: 'Order',
    oldest: 'Oldest first',
    newest: 'Newest first',
    by: (names: readonly string[]) => `By ${names.join(', then ')}`,
  },

  unsaved: {
    waiting: 'Not saved yet. It is sent when the server answers.',
    kept: 'Typed before the page was closed, and not saved. Enter twice saves it, Escape gives it up.',
    notAdded: 'Not added yet. Leave the line to add the record.',
    refused: (count: string) => `${count} not saved`,
    waitingCount: (count: string) => `${count} waiting for the server`,
    fieldGone: 'Typed into a field that the store does not have any more:',
    recordGone: 'You had typed into it, and it is not saved:',
    showNext: 'Show the next one',
    discard: 'Discard',
  },

  live: {
    missed: 'Others have changed records: load them',
    added: (count: string, isOne: boolean) => `${count} new ${isOne ? 'record' : 'records'}`,
    deleted: (count: string, isOne: boolean) => `${count} ${isOne ? 'record' : 'records'} deleted`,
    load: 'Load the grid anew',
    underneath: (value: string) => `Someone else has just written: ${value}`,
  },

  conflict: {
    title: 'Someone else changed this record',
    text: (id: string) => `“${id}” has changed since you began. What you typed is not saved yet.`,
    field: 'Field',
    yours: 'Yours',
    theirs: 'On the server',
    putOff: 'Someone else has changed it meanwhile. Enter twice writes yours, Escape gives it up.',
    putOffGone: 'Someone else has deleted the record. Enter twice asks again, Escape gives yours up.',
    keepTheirs: 'Keep the server’s',
    writeMine: 'Write mine',
    goneTitle: 'Someone else deleted this record',
    gone: (id: string) => `“${id}” was deleted meanwhile. What you typed is not written:`,
    leaveGone: 'Leave it deleted',
    restore: 'Restore it and write mine',
  },

  bulk: {
    edit: 'Edit…',
    delete: 'Delete…',
    editTitle: (count: string) => `Change ${count} records`,
    deleteTitle: (count: string) => `Delete ${count} records?`,
    dryEdit: (field: string, count: string) =>
      `${field} of ${count} records becomes this value. Other fields stay.`,
    dryEmpty: (field: string, count: string) =>
      `${field} of ${count} records becomes empty. Other fields stay.`,
    dryDelete: 'These and no others: a record that someone adds meanwhile stays.',
    canUndo: 'Ctrl+Z brings them back, until this tab is closed.',
    cannotUndo: 'This can’t be undone.',
    canRestore: 'They stay among the deleted records of the store and can be restored from there.',
    field: 'Field',
    value: 'New value',
    empty: 'Remove the value',
    choose: 'Choose…',
    missing: 'Enter a value, or choose to remove it.',
    change: (count: string) => `Change ${count} records`,
    remove: (count: string) => `Delete ${count} records`,
    changed: (count: string, isOne: boolean) => `Changed ${count} ${isOne ? 'record' : 'records'}.`,
    deleted: (count: string, isOne: boolean) => `Deleted ${count} ${isOne ? 'record' : 'records'}.`,
    refused: (count: string, reason: string) => `${count} were refused: ${reason}`,
    progress: (done: string, total: string) => `${done} of ${total}`,
    conflictTitle: (count: string) => `${count} left: someone else changed them`,
    conflictText: (field: string) =>
      `Someone else changed “${field}” of these records after you began. They are not written; the others are.`,
    conflictMore: (count: string) => `and ${count} more`,
    overwrite: (count: string) => `Write over ${count}`,
    record: 'Record',
  },

  panel: {
    title: 'Record',
    newTitle: 'New record',
    fields: 'Fields',
    json: 'JSON',
    history: 'History',
    tabs: 'Views of the record',
    previous: 'Previous record',
    next: 'Next record',
    delete: 'Delete the record',
    add: 'Add the record',
    added: 'The record is added.',
    addedHere: 'Added',
    deletedHere: 'Deleted',
    id: 'Id',
    newKept: 'What you type is kept on this device until you add or discard it.',
    required: 'Required',
    created: 'Created',
    updated: 'Changed',
    goneTitle: 'No such record',
    gone: 'It was deleted, or the link is wrong.',
    inThisTab: 'Done in this tab',
    noHistory: 'What you change in this tab is listed here, and can be taken back.',
    findDeleted: 'Look among the deleted',
    was: 'was',
    takeBack: 'Take back',
    foreignPicture: 'Pictures of other servers are not loaded here.',
    openLink: 'Open the link',
  },

  keyRows: [
    ['Arrows', 'move, with Shift select'],
    ['Enter, F2, any letter', 'edit the cell'],
    ['Enter, Tab, Escape', 'in a cell: save and go down, save and go right, leave unchanged'],
    ['Escape', 'give up a value that is not saved'],
    ['Tab', 'next cell; after Escape: leave the grid'],
    ['Home, End', 'first, last column; with Ctrl: first row, last loaded row'],
    ['Page Up, Page Down', 'a screen up, down'],
    ['Ctrl+C, Ctrl+X, Ctrl+V', 'copy, cut, paste cells; lines below the last record become records'],
    ['Ctrl+D', 'fill the selected cells with the first of them'],
    ['Delete', 'empty the selected cells'],
    ['Space, Shift+Space', 'select the row, the rows from the last one on'],
    ['Ctrl+A', 'select all records that match'],
    ['Shift+Enter', 'open the record'],
    ['Ctrl+press', 'open a link'],
    ['Shift+F10', 'what can be done with the selected cells'],
    ['Ctrl+Z, Ctrl+Shift+Z', 'undo the last change or deletion, make it again'],
  ],
} as const;
