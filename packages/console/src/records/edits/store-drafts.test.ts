import { beforeEach, expect, test, vi } from 'vitest';
import type { CellDraft } from './kept-drafts.ts';
import { createDraftKey, createNewId, isNewId, StoreDrafts } from './store-drafts.ts';

const PLACE = { accountId: 'account', storeId: 'a/b' };

/** A storage of a browser that takes a number of entries. */
class Storage {
  [entry: string]: unknown;
  readonly #room: number;

  constructor(room: number) {
    this.#room = room;
  }

  getItem(entry: string): string | null {
    return (this[entry] as string | undefined) ?? null;
  }

  setItem(entry: string, value: string): void {
    if (!(entry in this) && Object.keys(this).length >= this.#room) throw new Error('QuotaExceededError');
    this[entry] = value;
  }

  removeItem(entry: string): void {
    delete this[entry];
  }
}

let listening: string[] = [];
/** Tells a page of what another one has done to the storage. */
let tell: (change: { readonly key: string; readonly newValue: string | null }) => void = () => {};

beforeEach(() => {
  listening = [];
  vi.stubGlobal('localStorage', new Storage(10));
  vi.stubGlobal('window', {
    addEventListener: (type: string, listener: typeof tell) => {
      listening.push(type);
      if (type === 'storage') tell = listener;
    },
    removeEventListener: (type: string) => {
      listening = listening.filter((one) => one !== type);
    },
  });
  return () => vi.unstubAllGlobals();
});

const draft = (text: string, more: Partial<CellDraft> = {}): CellDraft => ({
  key: createDraftKey(),
  id: 'x/1',
  field: 'title',
  text,
  value: text,
  seen: [null],
  state: 'waiting',
  message: '',
  group: 'g',
  ...more,
});

const texts = (drafts: StoreDrafts) =>
  [...drafts.records.peek().values()].flatMap((fields) => [...fields.values()].map(({ text }) => text));

test('what is typed is there again in another page of the account and store, and only there', () => {
  const drafts = new StoreDrafts(PLACE);
  drafts.put([draft('one'), draft('two', { field: 'a/b\n' })]);
  expect(texts(new StoreDrafts(PLACE))).toEqual(['one', 'two']);
  expect(texts(new StoreDrafts({ ...PLACE, storeId: 'a' }))).toEqual([]);
  expect(texts(new StoreDrafts({ ...PLACE, accountId: 'other' }))).toEqual([]);
  drafts.drop([...drafts.of('x/1').values()]);
  expect(texts(new StoreDrafts(PLACE))).toEqual([]);
});

test('the end of a request does not end what was typed since, here or in another tab', () => {
  const drafts = new StoreDrafts(PLACE);
  const first = draft('first');
  drafts.put([first]);
  drafts.put([draft('second')]);
  drafts.drop([first]);
  expect(texts(drafts)).toEqual(['second']);

  const [sent] = drafts.of('x/1').values();
  new StoreDrafts(PLACE).put([draft('in another tab')]);
  drafts.drop(sent === undefined ? [] : [sent]);
  expect(texts(new StoreDrafts(PLACE))).toEqual(['in another tab']);
});

test('a tab that does not see yet what another one has typed over a draft does not erase that', () => {
  const other = new StoreDrafts(PLACE);
  other.put([draft('first')]);
  const drafts = new StoreDrafts(PLACE);
  const [entry = ''] = Object.keys(localStorage);
  const before = localStorage.getItem(entry);
  drafts.put([draft('second')]);
  // Browsers show a tab for a moment what the storage was before.
  localStorage.setItem(entry, before ?? '');
  other.drop([...other.of('x/1').values()]);
  tell({ key: entry, newValue: null });
  expect(texts(drafts)).toEqual(['second']);
  expect(texts(new StoreDrafts(PLACE))).toEqual(['second']);
});

test('of two drafts that two tabs have put into a cell at the same time, all tabs have the later one', () => {
  const [one, other] = [draft('one'), draft('other')];
  const drafts = new StoreDrafts(PLACE);
  drafts.put([other]);
  const entry = Object.keys(localStorage)[0]?.replace(other.key, one.key) ?? '';
  localStorage.setItem(entry, JSON.stringify(one));
  tell({ key: entry, newValue: JSON.stringify(one) });
  expect(texts(drafts)).toEqual(['other']);
  expect(texts(new StoreDrafts(PLACE))).toEqual(['other']);
  expect(Object.keys(localStorage)).toHaveLength(1);
});

test('an editor that is left gives back the draft that it was opened with', () => {
  const drafts = new StoreDrafts(PLACE);
  drafts.put([draft('refused', { state: 'refused', message: 'No.' })]);
  drafts.keepTyped(draft('half', { state: 'typed' }));
  expect(texts(new StoreDrafts(PLACE))).toEqual(['half']);
  drafts.forgetTyped({ id: 'x/1', field: 'title' });
  expect(texts(new StoreDrafts(PLACE))).toEqual(['refused']);
  drafts.keepTyped(draft('other', { field: 'note', state: 'typed' }));
  drafts.forgetTyped({ id: 'x/1', field: 'note' });
  expect(texts(new StoreDrafts(PLACE))).toEqual(['refused']);
});

test('the browser asks before it leaves the page only while something is kept nowhere else', () => {
  vi.stubGlobal('localStorage', new Storage(1));
  const drafts = new StoreDrafts(PLACE);
  drafts.put([draft('kept')]);
  expect(listening).not.toContain('beforeunload');
  const lost = draft('no room', { field: 'note' });
  drafts.put([lost]);
  expect(listening).toContain('beforeunload');
  expect(texts(drafts)).toEqual(['kept', 'no room']);
  drafts.drop([lost]);
  expect(listening).not.toContain('beforeunload');
});

test('records that are not added yet stay in the order in which they were begun', () => {
  const ids = Array.from({ length: 50 }, createNewId);
  expect(ids.toSorted()).toEqual(ids);
  expect(ids.every(isNewId)).toBe(true);
});
