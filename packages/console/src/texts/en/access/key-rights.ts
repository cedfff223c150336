export const keyRightsTexts = {
  reach: 'What it reaches',
  store: 'One store',
  storeLabel: 'Store',
  noStores: 'There is no store yet.',
  moreStores: (count: string) => `Only the newest ${count} stores are listed.`,
  expiry: 'Valid for',
  expiries: {
    never: 'Until it is revoked',
    '1': '1 day',
    '30': '30 days',
    '90': '90 days',
    '365': '1 year',
  },
} as const;
