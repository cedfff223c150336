import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Slot, Storage, StoreChange, StoreRow, UpsertRecord } from '@vitrine/core/storage';
import { type DatabaseName, openPlace, type Place } from './bench-database.ts';
import { benchOptions } from './bench-options.ts';
import { median } from './median.ts';
import { printTable } from './result-table.ts';
import { scatter, skuOf } from './sample-records.ts';

const ROOT = join(import.meta.dirname, '../..');
const RECORDS = 20_000;
const BATCH = 100;
const IN_FLIGHT = 8;
const ACCOUNT = 'account';
const SLOTS: readonly Slot[] = ['t0', 't1', 't2', 'n0', 'n1', 'n2', 'n3', 't3'];
const CHANGED: readonly Slot[] = ['n0', 'n1'];

/** A store in a storage of its own. */
interface Subject {
  readonly name: string;
  readonly storage: Storage;
  readonly store: StoreRow;
  readonly place: Place;
  written: number;
  /** Records of batches of new ones, and how many of them have been deleted. */
  added: number;
  deleted: number;
}

interface Turn {
  readonly perSecond: number;
  /** Microseconds of processor time of a write, of this process and the database. */
  readonly cpu: number;
}

let salt = 0;

function recordOf(id: string, slots: readonly Slot[] = SLOTS): UpsertRecord {
  const number = ++salt;
  const values = slots.map((slot) => (slot.startsWith('t') ? `${slot} of some length ${number}` : number));
  return { id, slots, values, complete: true };
}

function batchOf(idAt: (place: number) => string, slots?: readonly Slot[]): UpsertRecord[] {
  return Array.from({ length: BATCH }, (_, place) => recordOf(idAt(place), slots));
}

/** Returns the first of the existing records that a batch changes. */
function anyPlace(subject: Subject): number {
  return scatter(subject.written++) % (RECORDS - BATCH);
}

const WRITES: Readonly<Record<string, (subject: Subject) => Promise<unknown>>> = {
  insert: (one) => one.storage.records.insert(one.store, recordOf(skuOf(one.written++, 'NEW')), salt),
  'batch of 100 new records'(one) {
    const first = one.added;
    one.added += BATCH;
    return one.storage.records.upsert(
      one.store,
      batchOf((place) => skuOf(first + place, 'BAT')),
      salt,
    );
  },
  'batch that changes 100 records'(one) {
    const first = anyPlace(one);
    return one.storage.records.upsert(
      one.store,
      batchOf((place) => skuOf(first + place)),
      salt,
    );
  },
  'batch that changes 2 of 8 properties'(one) {
    const first = anyPlace(one);
    return one.storage.records.upsert(
      one.store,
      batchOf((place) => skuOf(first + place), CHANGED),
      salt,
    );
  },
  patch(one) {
    const change = { slots: CHANGED, values: [++salt, -salt] };
    return one.storage.records.patch(one.store, skuOf(anyPlace(one)), change, salt);
  },
  // Deletes what the batches of new records have added, so it needs them in the same run.
  delete: (one) => one.storage.records.delete(one.store, [skuOf(one.deleted++, 'BAT')], salt),
};

/** Opens a storage from the sources of a checkout, which may be another one than this. */
async function openStorage(database: DatabaseName, root: string, { url }: Place): Promise<Storage> {
  const entry = pathToFileURL(join(root, `packages/storage-${database}/src/index.ts`)).href;
  const { sqliteStorage, postgresStorage } = await import(entry);
  return database === 'sqlite'
    ? sqliteStorage({ path: url.slice('sqlite:'.length) })
    : postgresStorage({ url });
}

async function runTurn(
  subject: Subject,
  write: (subject: Subject) => Promise<unknown>,
  seconds: number,
): Promise<Turn> {
  const [cpu, database, startedAt] = [process.cpuUsage(), subject.place.cpuSeconds(), performance.now()];
  let writes = 0;
  await Promise.all(
    Array.from({ length: IN_FLIGHT }, async () => {
      for (; performance.now() - startedAt < seconds * 1_000; writes++) await write(subject);
    }),
  );
  const took = (performance.now() - startedAt) / 1_000;
  const { user, system } = process.cpuUsage(cpu);
  const used = user + system + (subject.place.cpuSeconds() - database) * 1e6;
  return { perSecond: writes / took, cpu: used / writes };
}

/**
 * Compares writes at the storage, without a server: to a store with a log, and with a history, with those to a store that has
 * neither, in turns. With `--before <folder>` also those of another checkout, whose dependencies are installed, with both.
 */
export async function compareStorageWrites(database: DatabaseName): Promise<void> {
  const { only, quick, slice, slices, before } = benchOptions();
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-storage-writes-'));
  const subjects: Subject[] = [];

  async function open(name: string, asked: StoreChange, root = ROOT): Promise<void> {
    const place = await openPlace(database, folder, String(subjects.length));
    const storage = await openStorage(database, root, place);
    await storage.migrate();
    const properties = SLOTS.map((slot, i) => {
      const type = slot.startsWith('t') ? ('string' as const) : ('number' as const);
      return { name: `p${i}`, type, required: false, unique: false, description: null, slot };
    });
    const shown = { id: `store-${subjects.length}`, accountId: ACCOUNT, name, description: null };
    const row = { ...shown, recordTtl: null, storeType: 'x', properties, createdAt: 1, updatedAt: 1 };
    const store = await storage.stores.insert({ ...row, ...asked }, []);
    for (let first = 0; first < RECORDS; first += BATCH) {
      await storage.records.upsert(
        store,
        batchOf((place) => skuOf(first + place)),
        1,
      );
    }
    await place.settle();
    subjects.push({ name, storage, store, place, written: 0, added: 0, deleted: 0 });
  }

  try {
    if (before !== null) await open('before', {}, resolve(before));
    await open('none', {});
    await open('log', { changes: true });
    await open('history', { history: 3_600 });
    const rows: string[][] = [];
    for (const [name, write] of Object.entries(WRITES)) {
      if (only.length > 0 && !only.some((word) => name.includes(word))) continue;
      for (const subject of subjects) await runTurn(subject, write, slice * (quick ? 2 : 4));
      const seen = new Map(subjects.map((subject): [Subject, Turn[]] => [subject, []]));
      for (let at = 0; at < slices; at++) {
        const order = at % 2 === 0 ? subjects : subjects.toReversed();
        for (const subject of order) seen.get(subject)?.push(await runTurn(subject, write, slice));
      }
      process.stderr.write('.');
      const [first = []] = seen.values();
      const ratios = [...seen.values()]
        .slice(1)
        .flatMap((turns) => [
          median(turns.map((turn, at) => turn.perSecond / (first[at]?.perSecond ?? Number.NaN))).toFixed(2),
          median(turns.map((turn, at) => (first[at]?.cpu ?? Number.NaN) / turn.cpu)).toFixed(2),
        ]);
      const base = [median(first.map((turn) => turn.perSecond)), median(first.map((turn) => turn.cpu))];
      rows.push([name, ...base.map((value) => Math.round(value).toLocaleString('en')), ...ratios]);
    }
    const [base, ...others] = subjects.map(({ name }) => name);
    console.log(`\n${database}, at the storage, ${IN_FLIGHT} writes in flight\n`);
    printTable(
      ['write', `${base} a second`, 'CPU µs', ...others.flatMap((name) => [`${name}: rate`, 'CPU'])],
      rows,
    );
  } finally {
    for (const { storage, place } of subjects) {
      await storage.close();
      await place.stop();
    }
    rmSync(folder, { recursive: true, force: true });
  }
}
