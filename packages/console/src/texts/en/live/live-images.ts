import { liveDesignerTexts } from './designer.ts';
import { liveLayersTexts } from './layers.ts';
import { liveValuesTexts } from './values.ts';

/** Texts of the list and, from files of their own, of the designer. The screen that begins one has `liveStartTexts`. */
export const liveImagesTexts = {
  ...liveDesignerTexts,
  ...liveLayersTexts,
  ...liveValuesTexts,

  title: 'Live images',
  create: 'New live image',
  search: 'Search by name',
  more: 'Show more live images',
  saved: 'Saved live images',
  noMatch: (text: string) => `No live image has “${text}” in its name`,
  clearSearch: 'Show all live images',
  emptyTitle: 'No live images yet',
  emptyText:
    'A live image is a picture in an e-mail that is drawn when it is opened: with the reader’s name, the price and the stock of this moment, or the nearest shop.',
  emptyAction: 'Choose a template',
  noneSaved: 'Nothing is saved yet.',

  pictureOf: (name: string) => `The live image ${name} with its sample values`,
  actionsOf: (name: string) => `Actions for ${name}`,
  noVariables: 'The same for all readers',
  signed: 'Signed',
  open: 'Open',
  copyUrl: 'Copy URL',
  copyHtml: 'Copy HTML',
  urlCopied: 'The URL is copied.',
  htmlCopied: 'The HTML is copied.',
  delete: 'Delete…',
  deleteTitle: (name: string) => `Delete the live image “${name}”?`,
  deleteText:
    'E-mails that were already sent show an empty picture, and clicks lead to the fallback. It can be undone afterwards.',
  deleteAction: 'Delete the live image',
  deleted: (name: string) => `The live image “${name}” is deleted.`,
  restored: (name: string) => `The live image “${name}” is back.`,
} as const;
