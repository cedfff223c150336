export const storesTexts = {
  title: 'Stores',
} as const;
