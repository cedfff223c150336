import { expect, test } from 'vitest';
import { isLeft, type LeftDraft, SCRATCH } from './left-drafts.ts';

const DRAFT: LeftDraft = {
  ...{ draftId: 'd', conversationId: 'c', imageId: null, name: 'Sale', revision: 1, status: 'draft' },
  ...{ previewUrl: '', date_updated: '', expiresAt: '' },
};

test.each([
  ['a new one of an agent or of a template', {}, true],
  ['a new one of a visit', { name: 'New timer' }, false],
  ['a new one that was changed', { name: 'New timer', revision: 2 }, true],
  ['one of a saved image', { imageId: 7 }, false],
  ['a changed one of a saved image', { imageId: 7, revision: 2 }, true],
  ['a saved one', { revision: 9, status: 'saved' }, false],
  ['one that draws a picture', { conversationId: SCRATCH, revision: 2 }, false],
] as const)('%s is left: %j: %s', (_, members, expected) => {
  expect(isLeft({ ...DRAFT, ...members }, 'New timer')).toBe(expected);
});
