export const designUsesTexts = {
  title: 'Used by',
  none: 'No saved timer or live image uses it.',
  fallback: 'fallback',
  ofLayer: (layer: string, place: string) => `${layer} (${place})`,
  searching: (done: string, total: string) => `Looking through designs: ${done} of ${total}…`,
  searched: (count: string, isOne: boolean) =>
    `Searched: ${count} saved ${isOne ? 'timer or live image' : 'timers and live images'}.`,
  searchedNewest: (count: string) => `Searched: the newest ${count} timers and live images only.`,
} as const;
