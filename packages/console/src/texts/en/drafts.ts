export const draftsTexts = {
  title: 'Not saved yet',
  resume: (name: string) => `Continue: ${name}`,
  isNew: 'New',
  changes: 'Changes of a saved one',
  discard: (name: string) => `Discard the draft of ${name}`,
} as const;
