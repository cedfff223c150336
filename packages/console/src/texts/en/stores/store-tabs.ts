export const storeTabsTexts = {
  label: 'Parts of the store',
  records: 'Records',
  charts: 'Charts',
  schema: 'Schema',
  import: 'Import',
  deleted: 'Deleted',
} as const;
