import {
  type AnyRow,
  type AnyStore,
  type Client,
  ConnectionError,
  type Store,
  ValidationError,
} from '@vitrine/client';
import { afterAll, beforeEach, expect, test, vi } from 'vitest';
import { SharedStorage, stubBrowser } from '../../../../../../test/console/shared-tabs.ts';
import type { StoreEdits } from '../../../records/edits/store-edits.ts';
import type { GridState } from '../state/grid-state.ts';

// What Ctrl+Z takes back is what the user did last, in whatever order the server has answered.

const said: string[] = [];
vi.mock('../../../components/toast.tsx', () => ({
  showToast: (text: string) => {
    said.push(text);
    return () => {};
  },
}));
stubBrowser();
// A value that waits is sent again when the test says so.
vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
afterAll(() => {
  vi.useRealTimers();
});
const { sessionState } = await import('../../../session/session.ts');
const { StoreEdits: Edits } = await import('../../../records/edits/store-edits.ts');
const { createNewId } = await import('../../../records/edits/store-drafts.ts');
const { deleteRows } = await import('../bulk/bulk-dialogs.tsx');
const { makeAgain, takeGroupBack, takeLatestBack } = await import('./take-back.ts');

const NOT_SAVED = /^The latest change is not saved yet/;
const OLD = { r1: 'one', r2: 'two', r3: 'three', r4: 'four' };
const rows = new Map<string, AnyRow>();
/** What the server does with writes of a title: it takes them if that resolves. */
const answers = new Map<string, Promise<void>>();
let version = 0;
let edits: StoreEdits;
let grid: GridState;

async function put(id: string, values: object): Promise<AnyRow> {
  await answers.get(String((values as { title: unknown }).title));
  version += 1;
  const row = {
    ...rows.get(id),
    ...values,
    id,
    date_created: 'created',
    date_updated: `v${String(version).padStart(6, '0')}`,
  } as AnyRow;
  rows.set(id, row);
  return row;
}

beforeEach(async () => {
  vi.stubGlobal('localStorage', new SharedStorage());
  said.length = 0;
  rows.clear();
  answers.clear();
  for (const [id, title] of Object.entries(OLD)) await put(id, { title });
  const store = {
    get: async (id: string) => rows.get(id),
    patch: (id: string, values: object) => put(id, values),
    add: (values: object) => put(`added ${version}`, values),
    delete: async (id: string) => void rows.delete(id),
    deleteMany: async (ids: readonly string[]) => {
      await answers.get('deletion');
      for (const id of ids) rows.delete(id);
    },
  } as unknown as Store<AnyStore>;
  const client = { store: () => store } as unknown as Client;
  sessionState.value = { kind: 'signedIn', session: { client } as never };
  edits = new Edits(client, 'account', 'store');
  grid = { edits, store, columns: [{ name: 'title', type: 'string' }], detail: { history: null } } as never;
});

/** Types titles into records, as one edit. */
async function type(titles: Readonly<Record<string, string>>, group?: string): Promise<void> {
  const typed = Object.entries(titles).map(([id, title]) => {
    const from = rows.get(id)?.title ?? null;
    return { id, field: 'title', text: title, value: title, from };
  });
  await edits.write(typed, group);
}

function refuse(title: string, error: Error = new ConnectionError('network', 'no response')): void {
  const refused = Promise.reject(error);
  refused.catch(() => {});
  answers.set(title, refused);
}

async function settle(): Promise<void> {
  for (let round = 0; round < 200; round += 1) await Promise.resolve();
}

async function undo(): Promise<void> {
  takeLatestBack(grid);
  await settle();
}

const titles = () => [...rows.values()].map(({ title }) => title);

test('a value that waits is the latest change: nothing before it is taken back in its place', async () => {
  await type({ r1: 'stored' });
  refuse('waits');
  await type({ r2: 'waits' });
  await undo();
  expect(said.at(-1)).toMatch(NOT_SAVED);
  expect(titles()).toEqual(['stored', 'two', 'three', 'four']);
  answers.clear();
  await edits.sendWaiting();
  await undo();
  expect(titles()).toEqual(['stored', 'two', 'three', 'four']);
  await undo();
  expect(titles()).toEqual(['one', 'two', 'three', 'four']);
});

test('the stored part of a paste is not taken back while the rest of it waits', async () => {
  refuse('b');
  await type({ r1: 'a', r2: 'b' });
  await undo();
  expect(said.at(-1)).toMatch(NOT_SAVED);
  expect(titles()).toEqual(['a', 'two', 'three', 'four']);
});

test('a new record that is refused keeps no edit from being taken back, however often it is sent', async () => {
  await type({ r1: 'stored' });
  refuse('bad', new ValidationError('validation_failed', 'bad', { status: 422, errors: { title: ['bad'] } }));
  await type({ 'new:1': 'bad' });
  await edits.send('new:1');
  await undo();
  expect(titles()).toEqual(['one', 'two', 'three', 'four']);
});

test('a refused value is the latest change until another one is made; a begun record is none', async () => {
  await type({ r1: 'stored' });
  refuse('bad', new ValidationError('validation_failed', 'bad', { status: 422, errors: { title: ['bad'] } }));
  await type({ r2: 'bad' });
  await undo();
  expect(said.at(-1)).toMatch(NOT_SAVED);
  expect(titles()).toEqual(['stored', 'two', 'three', 'four']);
  await type({ r3: 'later' });
  const begun = { id: createNewId(), field: 'title', text: 'begun', value: 'begun', from: null };
  edits.drafts.put(edits.draftsOf([begun], 'typed'));
  await undo();
  expect(titles()).toEqual(['stored', 'two', 'three', 'four']);
});

test('edits are taken back in the order in which they were made, not that of the responses', async () => {
  const slow = Promise.withResolvers<void>();
  answers.set('a', slow.promise);
  const pasted = type({ r1: 'a', r2: 'b' });
  await type({ r3: 'c' });
  slow.resolve();
  await pasted;
  await undo();
  expect(titles()).toEqual(['a', 'b', 'three', 'four']);
  await undo();
  expect(titles()).toEqual(['one', 'two', 'three', 'four']);
});

test('a deletion that takes long comes before an edit that is made meanwhile', async () => {
  const slow = Promise.withResolvers<void>();
  answers.set('deletion', slow.promise);
  const row = rows.get('r1');
  const deleted = deleteRows(grid, row === undefined ? [] : [row]);
  await type({ r2: 'later' });
  slow.resolve();
  await deleted;
  await undo();
  expect(titles()).toEqual(['two', 'three', 'four']);
});

test('an earlier edit that is stored late does not keep a later one from being made again', async () => {
  refuse('waits');
  await type({ r1: 'waits' });
  await type({ r2: 'taken back' }, 'zz');
  await takeGroupBack(grid, 'zz');
  answers.clear();
  await edits.sendWaiting();
  expect(titles()).toEqual(['waits', 'two', 'three', 'four']);
  makeAgain(grid);
  await settle();
  expect(titles()).toEqual(['waits', 'taken back', 'three', 'four']);
  await undo();
  await type({ r3: 'new' }, 'zzz');
  expect(makeAgain(grid)).toBe(false);
});

test('what could not be taken back is the latest edit, also if an earlier one is stored then', async () => {
  refuse('waits');
  await type({ r1: 'a', r2: 'b' }, '1');
  await type({ r3: 'waits' }, '2');
  await type({ r4: 'd' }, '3');
  refuse('one');
  refuse('two');
  await takeGroupBack(grid, '1');
  expect(said.at(-1)).toMatch(/^Not undone yet in 2 records/);
  answers.clear();
  await edits.sendWaiting();
  await undo();
  expect(titles()).toEqual(['one', 'two', 'waits', 'd']);
  await undo();
  expect(titles()).toEqual(['one', 'two', 'waits', 'four']);
});

test('a record is added when its line is left, however long ago it was begun', async () => {
  const id = createNewId();
  const begun = { id, field: 'title', text: 'begun', value: 'begun', from: null };
  edits.drafts.put(edits.draftsOf([begun], 'typed'));
  await type({ r1: 'stored' });
  edits.drafts.put([...edits.drafts.of(id).values()].map((draft) => ({ ...draft, state: 'waiting' })));
  refuse('begun');
  await edits.send(id);
  await undo();
  expect(said.at(-1)).toMatch(NOT_SAVED);
  answers.clear();
  await edits.sendWaiting();
  await type({ r2: 'stored later' });
  await undo();
  expect(titles()).toEqual(['stored', 'two', 'three', 'four', 'begun']);
  await undo();
  expect(titles()).toEqual(['stored', 'two', 'three', 'four']);
});
