/** Texts about drafts of timers and of live images. */
export const draftsTexts = {
  title: 'Not saved yet',
  resume: (name: string) => `Continue: ${name}`,
  isNew: 'New',
  changes: 'Changes of a saved one',
  discard: (name: string) => `Discard the draft of ${name}`,

  watch: 'Watch a draft',
  watchDialog: {
    url: 'Preview URL of the draft',
    urlHint: 'Agents get it as previewUrl with each change. You see what is changed as it happens.',
    wrong: (previews: string) => `The URL of a preview has /${previews}/ in it.`,
    action: 'Watch it',
  },
} as const;
