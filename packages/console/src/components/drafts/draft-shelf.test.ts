import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openDraftShelf } from './draft-shelf.ts';

const stored = new Map<string, string>();

beforeEach(() => {
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => stored.get(name) ?? null,
    setItem: (name: string, text: string) => stored.set(name, text),
  });
});

afterEach(() => {
  stored.clear();
  vi.unstubAllGlobals();
});

const draft = (draftId: string, name = draftId) => ({ draftId, conversationId: 'c', imageId: null, name });
const idsOf = (shelf: ReturnType<typeof openDraftShelf>) => shelf.drafts.value.map(({ draftId }) => draftId);

test('has the drafts that another visit left, the latest first, each once', () => {
  const shelf = openDraftShelf('timers', 'account');
  shelf.keep(draft('a'));
  shelf.keep(draft('b'));
  shelf.keep(draft('a', 'Sale'));
  const later = openDraftShelf('timers', 'account');
  expect(idsOf(later)).toEqual(['a', 'b']);
  expect(later.nameOf('a')).toBe('Sale');
});

test('separates accounts and kinds', () => {
  openDraftShelf('timers', 'account').keep(draft('a'));
  expect(idsOf(openDraftShelf('timers', 'other'))).toEqual([]);
  expect(idsOf(openDraftShelf('liveImages', 'account'))).toEqual([]);
});

test('keeps what another tab has left meanwhile', () => {
  const [one, other] = [openDraftShelf('timers', 'account'), openDraftShelf('timers', 'account')];
  one.keep(draft('a'));
  other.keep(draft('b'));
  one.drop('a');
  expect(idsOf(openDraftShelf('timers', 'account'))).toEqual(['b']);
});

test('remembers twenty drafts', () => {
  const shelf = openDraftShelf('timers', 'account');
  for (let n = 0; n < 25; n++) shelf.keep(draft(`d${n}`));
  expect(idsOf(shelf)).toHaveLength(20);
  expect(idsOf(shelf)[0]).toBe('d24');
});

test('holds for the visit where the browser has no storage', () => {
  vi.stubGlobal('localStorage', undefined);
  const shelf = openDraftShelf('timers', 'account');
  shelf.keep(draft('a'));
  shelf.keep(draft('b'));
  expect(idsOf(shelf)).toEqual(['b', 'a']);
});
