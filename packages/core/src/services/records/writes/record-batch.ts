import { parseContract } from '../../../contracts/ground/contract.ts';
import {
  BatchDeleteRecordsRequest,
  type BatchDeleteRecordsResponse,
  BatchUpsertRecordsRequest,
  type BatchUpsertRecordsResponse,
} from '../../../contracts/records/records.ts';
import { issuesToMap, quotaMessage } from '../../../ground/errors.ts';
import { allWhenHere } from '../../../ground/promises.ts';
import { canBeStored } from '../../../ground/stored-text.ts';
import { TOO_LARGE } from '../../../schema/read-record.ts';
import type { StoreRow, UpsertOutcome, UpsertRecord } from '../../../storage/index.ts';
import type { ServiceContext } from '../../calls/context.ts';
import { type CallWrite, once, type RepeatableCall } from '../../idempotency/idempotency.ts';
import { openStore, writeUnderSchema } from '../../stores/open-store.ts';
import type { RecordService } from '../service/record-service.ts';
import { type PlannedUpsert, type UpsertPlan, upsertPlanner } from './plan-upsert.ts';

type UpsertResult = BatchUpsertRecordsResponse['results'][number];

interface QuotaUpsert {
  readonly plans: readonly UpsertPlan[];
  readonly outcomes: UpsertOutcome[] | 'stale';
}

const UPSERT: RepeatableCall<readonly UpsertPlan[], UpsertOutcome[], BatchUpsertRecordsResponse> = {
  name: 'records.batchUpsert',
  show: (_context, { plan, result }) => showUpserts(plan, result),
};

const DELETE: RepeatableCall<readonly string[], string[], BatchDeleteRecordsResponse> = {
  name: 'records.batchDelete',
  show: (_context, { plan, result }) => showDeletions(plan, result),
};

export function recordBatch(context: ServiceContext): Pick<RecordService, 'batchUpsert' | 'batchDelete'> {
  const { storage, clock, quotas } = context;

  /**
   * Upserts the records and creates at most as many as the quota of the account allows. The others may only change
   * existing records.
   */
  function upsertWithin(
    store: StoreRow,
    planned: readonly PlannedUpsert[],
    now: number,
    write: CallWrite<readonly UpsertPlan[]>,
  ): Promise<QuotaUpsert> {
    const writes = planned.flatMap(({ record }) => (record === null ? [] : [record]));
    return quotas.share(store.accountId, 'records', writes.length, async (granted, limit) => {
      const refused =
        granted < writes.length ? await findBeyond(store, writes, granted, now) : new Set<UpsertRecord>();
      const allowed = writes.map((record) => (refused.has(record) ? { ...record, complete: false } : record));
      const quota = { path: '', message: quotaMessage('records', limit) };
      const plans = planned.map(({ record, ...rest }) =>
        record !== null && refused.has(record) ? { ...rest, missing: [quota] } : rest,
      );
      const outcomes = await write(plans, (how) => storage.records.upsert(store, allowed, now, how));
      const created = outcomes === 'stale' ? 0 : outcomes.filter((outcome) => outcome === 'created').length;
      return { result: { plans, outcomes }, created };
    });
  }

  /** Returns the records that would be created after the first `room` ones. */
  async function findBeyond(
    store: StoreRow,
    writes: readonly UpsertRecord[],
    room: number,
    now: number,
  ): Promise<Set<UpsertRecord>> {
    const ids = [...new Set(writes.map(({ id }) => id))];
    const present = new Set((await storage.records.getAll(store, ids, now)).map(({ id }) => id));
    const beyond = new Set<UpsertRecord>();
    let left = room;
    for (const record of writes) {
      if (!record.complete || present.has(record.id)) continue;
      if (left > 0) {
        left--;
        present.add(record.id);
      } else beyond.add(record);
    }
    return beyond;
  }

  return {
    batchUpsert: (principal, storeId, request, options) =>
      once(context, UPSERT, { principal, inputs: [storeId, request], options }, (write) =>
        writeUnderSchema(context, principal, storeId, async (store) => {
          const { records } = parseContract(BatchUpsertRecordsRequest, request);
          const now = clock();
          const { plan } = upsertPlanner(context, store, { by: principal.key, isPreview: false });
          const planned = await allWhenHere(records.map((element) => plan(element, now)));
          const { plans, outcomes } = await upsertWithin(store, planned, now, write);
          return outcomes === 'stale' ? outcomes : showUpserts(plans, outcomes);
        }),
      ),

    batchDelete: (principal, storeId, request, options) =>
      once(context, DELETE, { principal, inputs: [storeId, request], options }, async (write) => {
        const store = await openStore(context, principal, storeId);
        const wanted = [...new Set(parseContract(BatchDeleteRecordsRequest, request).ids)];
        const deletable = wanted.filter(canBeStored);
        const deleted = await write(wanted, (how) => storage.records.delete(store, deletable, clock(), how));
        return showDeletions(wanted, deleted);
      }),
  };
}

/** Returns the response to a batch. `outcomes` has one element for each record that was written. */
function showUpserts(
  plans: readonly UpsertPlan[],
  outcomes: readonly UpsertOutcome[],
): BatchUpsertRecordsResponse {
  const response: BatchUpsertRecordsResponse = { results: [], created: 0, updated: 0, failed: 0 };
  let written = 0;
  plans.forEach((plan, index) => {
    const result = toResult(index, plan, plan.id === null ? undefined : outcomes[written++]);
    response[result.status] += 1;
    response.results.push(result);
  });
  return response;
}

function showDeletions(wanted: readonly string[], deletedIds: readonly string[]): BatchDeleteRecordsResponse {
  const deleted = new Set(deletedIds);
  return {
    results: wanted.map((id) => ({ id, status: deleted.has(id) ? 'deleted' : 'already_deleted' })),
    deleted: deleted.size,
    alreadyDeleted: wanted.length - deleted.size,
  };
}

/** Returns the result of an element. A failed record shows its key if it has one, but never a random id. */
function toResult(
  index: number,
  { key, issues, missing, id }: UpsertPlan,
  outcome: UpsertOutcome | undefined,
): UpsertResult {
  if (id !== null && (outcome === 'created' || outcome === 'updated')) return { index, id, status: outcome };
  const reasons = outcome === 'incomplete' ? missing : outcome === 'too_large' ? [TOO_LARGE] : issues;
  return { index, id: key, status: 'failed', errors: issuesToMap(reasons) };
}
