/** Texts that the designers of timers and of live images share. */
export const designerTexts = {
  watch: {
    title: 'Watch changes by others',
    hint: 'An agent or a colleague can change this draft, too. Their changes appear here.',
    copy: 'Copy for an agent',
    none: (revision: number) => `Revision ${revision}. Nobody else has changed it since you opened it.`,
    latest: (revision: number) => `Changed by others up to revision ${revision}.`,
    revision: (revision: number) => `Revision ${revision}`,
    changes: 'What others have changed',
    kept: '(yours is kept)',
    bothChanged: (members: readonly string[]) =>
      `Someone else has changed this at the same time: ${members.join(', ')}. Yours is kept; theirs is under “What others have changed”.`,
    unseen: 'Others have changed the draft meanwhile. Look at it, then save it.',
    gone: 'The draft is deleted or has expired.',
  },

  savedSince: {
    title: (name: string) => `“${name}” was saved meanwhile`,
    savedAt: 'It was saved',
    replaces: 'Your draft was made before, so that your save replaces that version.',
    differences: 'What was saved, and what yours makes of it:',
    cancel: 'Cancel',
    copy: 'Save mine as a copy',
    replace: 'Replace it by mine',
  },

  deletedMeanwhile: (name: string) => `“${name}” was deleted meanwhile, and nothing is saved.`,

  fileUnderWay: 'A file is still on its way. Save when it is there.',

  saveKeys: 'Ctrl+S',
  saved: (name: string) => `“${name}” is saved.`,
  refusedField: 'A field has a value that can’t be used. Correct it, then save.',
  undo: 'Undo (Ctrl+Z)',
  redo: 'Redo (Ctrl+Shift+Z)',
  othersStay: 'What others have changed since stays as it is.',
  notApplied: 'Not applied:',
  savedElsewhere: 'The draft was saved elsewhere meanwhile, so it can’t take your last changes.',
  goOn: 'Go on with them in a new draft',
  wentOn: 'Your last changes are in a new draft of what was saved. Save it when it is ready.',
  leftUnsent: (name: string, reason: string) =>
    `The last changes of “${name}” are not sent: ${reason} They are kept in this tab. Open the draft to go on.`,
  notDrawn: 'The picture is not drawn:',
  drawAgain: 'Draw it again',

  pickerOf: (label: string) => `${label}: choose`,
  colorHint: 'A colour such as #12204a.',
  whole: (min: number, max: number) => `A whole number from ${min} to ${max}.`,

  gradient: 'Blend into a second colour',
  secondColor: 'Second colour',
  angle: 'Angle',

  picture: 'Picture',
  addPicture: 'Add a picture',
  noPicture: 'None',
  left: 'The designer was left.',
  notAdded: (file: string, reason: string) => `“${file}” is not added: ${reason}`,
  fits: { cover: 'Fill and cut', contain: 'Show all', fill: 'Stretch' },

  gripKeys: 'Drag it, or use the arrow keys, with Shift for large steps. Delete puts it back.',
} as const;
