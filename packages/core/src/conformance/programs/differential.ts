import assert from 'node:assert/strict';
import type { Millis, StoreRow } from '../../ground/rows.ts';
import type { Position } from '../../query/ast.ts';
import type { SlotValues } from '../../storage/records/records.ts';
import type { Storage } from '../../storage/storage.ts';
import { arrangeStore, findRows, NOW, positionBehind, withoutSeq } from '../fixtures/arrange.ts';
import { documentOf, parseRaw, rawEncoding } from '../fixtures/raw-export.ts';
import { purgeAllDeleted, walkToEnd } from '../fixtures/steps.ts';
import { follow, followStore, logOf, showHistory } from './followed-store.ts';
import { advanceImport, type OpenImport, openImport, showImport } from './import-steps.ts';
import { underKey } from './keyed-step.ts';
import type { Program, Step } from './program.ts';
import { newSubject, type PagedQuery, type Subject } from './program-subject.ts';
import { restrictFilter, restrictOrder, restrictSummary, restrictValues } from './restrict.ts';
import { changeStore } from './store-steps.ts';

/** The result of a step. Contains no insertion numbers: each storage chooses its own, and only their order matters. */
export interface StepResult extends Result {
  readonly step: string;
}

/** A limit above the number of records of any program. */
const NO_LIMIT = 1_000_000;

/**
 * Runs the program on new stores of the storage. The results can be compared with those of any other storage.
 *
 * @param copy copies the storage to an empty one, which it returns. Called after half of the steps; the other steps run
 * on both. Walks and imports continue in the storage. The copy has neither.
 */
export async function replay(
  program: Program,
  storage: Storage,
  copy?: (now: Millis) => Promise<Storage>,
): Promise<StepResult[]> {
  const original: Replica = { name: '', storage, subjects: [] };
  for (const [i, { slots, recordTtl }] of program.stores.entries()) {
    original.subjects.push(newSubject(await arrangeStore(storage, slots, { recordTtl, ...logOf(i) })));
  }
  const followed = original.subjects.map((subject) => subject && followStore(subject.store));
  const replicas = [original];
  const results: StepResult[] = [];
  const half = Math.ceil(program.steps.length / 2);
  let now: Millis = NOW;
  for (const [i, step] of program.steps.entries()) {
    if (copy !== undefined && i === half) replicas.push(await copyReplica(original, await copy(now)));
    if (step.do === 'wait') now += step.millis;
    for (const { name, storage: own, subjects } of replicas) {
      const subject = subjects[step.on % subjects.length];
      if (subject === null) continue;
      assert(subject, 'the program has no stores');
      results.push({ step: `${i}: ${step.do}${name}`, ...(await perform(own, subject, step, now)) });
    }
    const follower = followed[step.on % followed.length] ?? null;
    const subject = original.subjects[step.on % followed.length] ?? null;
    if (follower === null || subject === null) continue;
    follower.isBehind ||= step.do === 'advanceImport';
    results.push({ step: `${i}: log`, result: await follow(storage, subject.store, follower, now) });
    // The deletion is the last entry.
    if (subject.isDeleted) followed[step.on % followed.length] = null;
  }
  for (const [i, subject] of original.subjects.entries()) {
    if (subject === null || subject.store.history === null) continue;
    results.push({ step: `history ${i}`, result: await showHistory(storage, subject.store) });
  }
  for (const { name, storage: own, subjects } of replicas) {
    for (const [i, subject] of subjects.entries()) {
      if (subject === null) continue;
      const result = await walk(own, subject.store, EVERYTHING, now);
      results.push({ step: `store ${i}${name} at the end`, result });
    }
  }
  return results;
}

/** A storage on which a program runs, and its stores. Null: a deleted store, which copies do not have. */
interface Replica {
  readonly name: string;
  readonly storage: Storage;
  readonly subjects: (Subject | null)[];
}

const EVERYTHING: PagedQuery = {
  where: { all: [] },
  order: { column: 'seq', direction: 'desc' },
  limit: NO_LIMIT,
};

async function copyReplica({ subjects }: Replica, to: Storage): Promise<Replica> {
  const copied = subjects.map(async (subject) => {
    const store = subject && (await to.stores.get(subject.store.accountId, subject.store.id));
    return store && newSubject(store);
  });
  return { name: ' in the copy', storage: to, subjects: await Promise.all(copied) };
}

/** Throws an error that names the first step whose result differs. */
export function assertSameResults(actual: readonly StepResult[], expected: readonly StepResult[]): void {
  for (const [i, result] of expected.entries()) assert.deepEqual(actual[i], result);
  assert.equal(actual.length, expected.length);
}

interface Result {
  readonly result: unknown;
}

/** Runs one step on a store, and returns what it shows. */
export async function perform(storage: Storage, subject: Subject, step: Step, now: Millis): Promise<Result> {
  const { records } = storage;
  const { store } = subject;
  switch (step.do) {
    case 'insert':
      return { result: await records.insert(store, restrictValues(step.record, store), now) };
    case 'upsert': {
      const upserts = step.records.map((record) => restrictValues(record, store));
      return { result: await records.upsert(store, upserts, now) };
    }
    case 'keyedUpsert': {
      const upserts = step.records.map((record) => restrictValues(record, store));
      const result = await underKey(storage, store, step.key, now, (options) =>
        records.upsert(store, upserts, now, options),
      );
      return { result };
    }
    case 'patch': {
      const change: SlotValues = restrictValues(step.change, store);
      // Core never passes an empty change.
      if (change.slots.length === 0) return { result: null };
      const patched = await records.patch(store, step.id, change, now);
      return { result: patched === null || typeof patched === 'string' ? patched : withoutSeq(patched) };
    }
    case 'expectedWrites':
      return { result: await expectedWrites(storage, store, step, now) };
    case 'delete':
      return { result: (await records.delete(store, step.ids, now)).toSorted() };
    case 'get': {
      const row = await records.get(store, step.id, now);
      return { result: row && withoutSeq(row) };
    }
    case 'walk':
      return { result: await walk(storage, store, step, now) };
    case 'openWalk': {
      subject.open = null;
      const { where, limit } = step;
      return {
        result: await readPage(
          storage,
          subject,
          { where, order: restrictOrder(step.order, store), limit },
          now,
        ),
      };
    }
    case 'turnPage':
      return { result: subject.open && (await turnPage(storage, subject, subject.open, now)) };
    case 'openImport':
      subject.importing = await openImport(storage, store, ++subject.imports, now);
      return { result: await showImport(storage, subject.importing) };
    case 'advanceImport': {
      if (subject.importing === null) return { result: null };
      const advanced = await advanceImport(storage, store, subject.importing, step, now);
      subject.importing = advanced.open;
      return { result: advanced.result };
    }
    case 'endImport':
      return { result: subject.importing && (await endImport(storage, subject.importing, step, now)) };
    case 'deleteStore': {
      if (subject.isDeleted) return { result: null };
      subject.isDeleted = true;
      return { result: await storage.stores.markDeleted(store, now, []) };
    }
    case 'purgeDeleted':
      return { result: subject.isDeleted ? await purgeAllDeleted(storage, store, step.limit) : null };
    case 'scan': {
      const query = {
        where: restrictFilter(step.where, store),
        order: restrictOrder(step.order, store),
        limit: step.limit,
      };
      const document = await documentOf(records.export(store, query, rawEncoding(store), now));
      return { result: parseRaw(document).map(withoutSeq) };
    }
    case 'count':
      return { result: await records.count(store, restrictFilter(step.where, store), now) };
    case 'aggregate':
      if (!store.properties.some(({ slot }) => slot === step.slot)) return { result: null };
      return {
        result: await records.aggregate(store, step.op, step.slot, restrictFilter(step.where, store), now),
      };
    case 'summarize':
      return { result: await records.summarize(store, restrictSummary(step, store), now) };
    case 'wait':
      return { result: now };
    case 'staleWrites':
      return { result: await staleWrites(storage, subject, step, now) };
    default:
      return { result: await changeStore(storage, subject, step, now) };
  }
}

/** Returns all pages of a query. */
async function walk(storage: Storage, store: StoreRow, query: PagedQuery, now: Millis): Promise<unknown[]> {
  const where = restrictFilter(query.where, store);
  const order = restrictOrder(query.order, store);
  const pages: unknown[] = [];
  await walkToEnd<Position>(async (after) => {
    const page = await findRows(storage, store, { where, order, after, limit: query.limit }, now);
    pages.push(page.map(withoutSeq));
    const last = page.at(-1);
    return last === undefined || page.length < query.limit ? null : positionBehind(store, last, order);
  });
  return pages;
}

/** Returns a page, and keeps the place after it in the subject. */
async function readPage(
  storage: Storage,
  subject: Subject,
  query: PagedQuery,
  now: Millis,
  after: Position | null = null,
): Promise<unknown> {
  const { store } = subject;
  const { order, limit } = query;
  const where = restrictFilter(query.where, store);
  const page = await findRows(storage, store, { where, order, after, limit }, now);
  const last = page.at(-1);
  subject.open = last === undefined ? null : { ...query, after: positionBehind(store, last, order) };
  return page.map(withoutSeq);
}

/** Core refuses a cursor over a property that was deleted. */
async function turnPage(
  storage: Storage,
  subject: Subject,
  { after, ...query }: PagedQuery & { readonly after: Position },
  now: Millis,
): Promise<unknown> {
  if (restrictOrder(query.order, subject.store) === query.order) {
    return readPage(storage, subject, query, now, after);
  }
  subject.open = null;
  return 'refused';
}

async function endImport(
  storage: Storage,
  importing: OpenImport,
  { status }: Extract<Step, { do: 'endImport' }>,
  now: Millis,
): Promise<unknown> {
  const ended = await storage.imports.finish(importing.ref, { status, reason: null }, now);
  return { ended, ...(await showImport(storage, importing)) };
}

async function staleWrites(
  storage: Storage,
  { before, importing }: Subject,
  { record: unrestricted }: Extract<Step, { do: 'staleWrites' }>,
  now: Millis,
): Promise<unknown> {
  if (before === null) return null;
  const batch = { do: 'advanceImport', records: [unrestricted], mode: 'upsert', again: false } as const;
  const imported = importing && (await advanceImport(storage, before, importing, batch, now)).result;
  const record = restrictValues(unrestricted, before);
  return [
    await storage.records.insert(before, record, now),
    await storage.records.upsert(before, [record], now),
    await storage.records.clearSlots(before, record.slots, null, NO_LIMIT),
    imported,
  ];
}

async function expectedWrites(
  { records }: Storage,
  store: StoreRow,
  { id, change: unrestricted, inState }: Extract<Step, { do: 'expectedWrites' }>,
  now: Millis,
): Promise<unknown> {
  const change = restrictValues(unrestricted, store);
  const read = await records.get(store, id, now);
  if (read === null || change.slots.length === 0) return null;
  const outcomes: unknown[] = [];
  for (let i = 0; i < 2; i++) {
    const patched = await records.patch(store, id, change, now, { expected: read });
    outcomes.push(patched === null || typeof patched === 'string' ? patched : withoutSeq(patched));
  }
  // Another writer may have deleted it meanwhile (`followWriters`).
  const expected = inState === 'read' ? read : ((await records.get(store, id, now)) ?? read);
  return [...outcomes, await records.deleteUnchanged(store, id, expected, now)];
}
