/** Texts about drafts of timers and of live images. */
export const draftsTexts = {
  title: 'Drafts that were left',
  isNew: 'Not saved yet',
  changes: 'Changes that are not saved',
  keptUntil: (time: string) =>
    `Kept until ${new Date(time).toLocaleString('en', { dateStyle: 'medium', timeStyle: 'short' })}`,
  remove: (name: string) => `Delete the draft ${name}`,
  removeTitle: (name: string) => `Delete the draft “${name}”?`,
  removeText: 'It may be open elsewhere, or an agent may be working on it. It can’t be restored.',
  removeAction: 'Delete it',
  deleted: (name: string) => `The draft “${name}” is deleted.`,
  pictureOf: (name: string) => `The draft ${name}`,

  watch: 'Watch a draft',
  watchDialog: {
    url: 'Preview URL of the draft',
    urlHint: 'Agents get it as previewUrl with each change. You see what is changed as it happens.',
    wrong: (previews: string) => `The URL of a preview has /${previews}/ in it.`,
    action: 'Watch it',
  },
} as const;
