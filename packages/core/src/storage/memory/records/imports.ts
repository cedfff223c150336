import { UnavailableError } from '../../../ground/errors.ts';
import type { NewJob, StoreRow } from '../../../ground/rows.ts';
import {
  bytesOfDrafts,
  bytesOfRefused,
  countOutcomes,
  type DraftRecord,
  fileBytes,
  type ImportRef,
  type ImportRow,
  type ImportStorage,
  keepRefused,
  type RefusedToKeep,
  refusedOutcomes,
} from '../../imports/imports.ts';
import type { MemoryChangeLogs } from '../ground/change-logs.ts';
import type { MemoryBlobs } from '../images/blobs.ts';
import type { MemoryRecords } from './records.ts';

interface KeptImport {
  row: ImportRow;
  refused: RefusedToKeep[];
  readonly drafts: Map<string, DraftRecord>;
}

/** What imports need of the other facets. */
interface ImportNeighbours {
  readonly records: Pick<MemoryRecords, 'importAll'>;
  readonly blobs: MemoryBlobs;
  readonly logs: MemoryChangeLogs;
  /** Returns the store unless it is deleted. */
  currentStore(storeId: string): StoreRow | null;
  readonly enqueue: (jobs: readonly NewJob[]) => void;
}

export interface MemoryImports {
  readonly storage: ImportStorage;
  /** Returns the number of the account's imports that have not ended. */
  countQueued(accountId: string): number;
  /** Returns the bytes of the account's imports. */
  bytesOf(accountId: string): number;
}

export function memoryImports({
  records,
  blobs,
  logs,
  currentStore,
  enqueue,
}: ImportNeighbours): MemoryImports {
  const importsByName = new Map<string, KeptImport>();

  function importsOf(accountId: string): KeptImport[] {
    return [...importsByName.values()].filter(({ row }) => row.accountId === accountId);
  }

  function bytesOfImport({ row, refused, drafts }: KeptImport): number {
    const { plan, chunks, changes } = row;
    const texts = [plan, JSON.stringify(chunks), changes].map((text) => Buffer.byteLength(text));
    const file = blobs.usesOf(holderOf(row)).length === 0 ? 0 : fileBytes(chunks);
    return [...texts, file, bytesOfRefused(refused), bytesOfDrafts([...drafts.values()])].reduce(
      (sum, bytes) => sum + bytes,
    );
  }

  const storage: ImportStorage = {
    async insert(row, jobs) {
      const counts = { read: 0, created: 0, updated: 0, unchanged: 0, refused: 0, refusedKept: 0 };
      blobs.hold(
        holderOf(row),
        row.chunks.map(({ hash }) => hash),
      );
      const state = {
        status: 'queued',
        position: { bytes: 0, line: 0 },
        changes: '[]',
        reason: null,
      } as const;
      importsByName.set(nameOf(row), {
        row: { ...row, ...counts, ...state, startedAt: null, finishedAt: null },
        refused: [],
        drafts: new Map(),
      });
      enqueue(jobs);
    },
    async get(ref) {
      return importsByName.get(nameOf(ref))?.row ?? null;
    },
    async list({ accountId, storeId }, { before, limit }) {
      const rows = [...importsByName.values()]
        .map(({ row: { changes: _changes, ...row } }) => row)
        .filter((row) => row.accountId === accountId && row.storeId === storeId)
        .filter(({ id }) => before === null || id < before)
        .sort((a, b) => (a.id < b.id ? 1 : -1));
      return { rows: rows.slice(0, limit), more: rows.length > limit };
    },
    async load() {
      const rows = [...importsByName.values()].map(({ row }) => row);
      const queued = rows.filter(({ status }) => status === 'queued');
      return {
        queued: queued.length,
        running: rows.filter(({ status }) => status === 'running').length,
        oldestQueuedAt: queued.length === 0 ? null : Math.min(...queued.map(({ createdAt }) => createdAt)),
      };
    },
    async advance(store, ref, batch, now, options = {}) {
      const kept = importsByName.get(nameOf(ref));
      if (kept === undefined || hasEnded(kept.row) || kept.row.position.bytes !== batch.from.bytes) {
        throw new UnavailableError('The import is not where the batch begins.');
      }
      const outcomes = records.importAll(store, batch.records, batch.mode, {
        ...options,
        at: now,
        importId: ref.id,
      });
      if (outcomes === 'stale') return outcomes;
      const counts = countOutcomes(batch.counts, outcomes);
      const { row } = kept;
      const places = batch.records.map(({ place }) => place);
      const soFar = {
        refused: row.refused,
        kept: row.refusedKept,
        rowByErrors: new Map(
          kept.refused.flatMap(({ errors, row: number, sameAs }) =>
            sameAs === null ? [[errors, number]] : [],
          ),
        ),
      };
      kept.refused.push(
        ...keepRefused(soFar, [...batch.refused, ...refusedOutcomes(batch, outcomes, places)]),
      );
      kept.row = {
        ...row,
        status: 'running',
        position: batch.to,
        startedAt: row.startedAt ?? now,
        changes: batch.changes,
        read: row.read + counts.read,
        created: row.created + counts.created,
        updated: row.updated + counts.updated,
        unchanged: row.unchanged + counts.unchanged,
        refused: row.refused + counts.refused,
        refusedKept: kept.refused.length,
      };
      for (const draft of batch.drafts) kept.drafts.set(draft.id, draft);
      return 'advanced';
    },
    async finish(ref, { status, reason, isDryRun = false }, now, options = {}) {
      const kept = importsByName.get(nameOf(ref));
      if (kept === undefined || hasEnded(kept.row)) return false;
      kept.row = { ...kept.row, status, reason, finishedAt: now, startedAt: kept.row.startedAt ?? now };
      const { created, updated, refused } = kept.row;
      const store = currentStore(ref.storeId);
      if (store !== null && !isDryRun && created + updated > 0) {
        const imported = { importId: ref.id, created, updated, refused };
        logs.append(store, { type: 'records.imported', at: now, imported, ...options });
      }
      return true;
    },
    async replacePlan(ref, plan) {
      const kept = importsByName.get(nameOf(ref));
      if (kept === undefined || !hasEnded(kept.row)) return false;
      kept.row = { ...kept.row, plan };
      return true;
    },
    async listRefused(ref, after, limit) {
      const refused = importsByName.get(nameOf(ref))?.refused ?? [];
      return refused
        .filter(({ row }) => row > after)
        .slice(0, limit)
        .map(({ sameAs: _, ...record }) => record);
    },
    async findDrafts(ref, ids) {
      const drafts = importsByName.get(nameOf(ref))?.drafts;
      return ids.flatMap((id) => drafts?.get(id) ?? []);
    },
    async trim(ref, scope) {
      const kept = importsByName.get(nameOf(ref));
      if (kept === undefined || !hasEnded(kept.row)) return { more: false, released: [] };
      kept.drafts.clear();
      if (scope === 'all') importsByName.delete(nameOf(ref));
      else if (kept.row.refusedKept > 0) return { more: false, released: [] };
      const released = blobs.usesOf(holderOf(ref));
      blobs.release(holderOf(ref));
      return { more: false, released };
    },
    async findRemovable(which) {
      const found = [...importsByName.values()].find(({ row }) =>
        'storeId' in which
          ? row.storeId === which.storeId
          : row.finishedAt !== null && row.finishedAt < which.endedBefore,
      );
      return found?.row ?? null;
    },
  };

  return {
    storage,
    countQueued: (accountId) => importsOf(accountId).filter(({ row }) => !hasEnded(row)).length,
    bytesOf: (accountId) => importsOf(accountId).reduce((sum, kept) => sum + bytesOfImport(kept), 0),
  };
}

function hasEnded({ finishedAt }: ImportRow): boolean {
  return finishedAt !== null;
}

function nameOf({ accountId, storeId, id }: ImportRef): string {
  return JSON.stringify([accountId, storeId, id]);
}

function holderOf({ id }: ImportRef): string {
  return `import:${id}`;
}
