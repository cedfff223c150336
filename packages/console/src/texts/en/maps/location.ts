/** Words for a location, on its map and in an import. */
export const locationTexts = {
  name: 'Name',
  address: 'Address',
  yes: 'Yes',
  no: 'No',
  placeless: 'An address or coordinates are needed.',
} as const;
