import { parseContract } from '../../../contracts/ground/contract.ts';
import {
  parseRecordRequest,
  type StoreRecordRequest,
  type StoreRecordResponse,
  ValidateStoreRecordQuery,
} from '../../../contracts/records/records.ts';
import { QuotaExceededError, ValidationError } from '../../../ground/errors.ts';
import type { Principal } from '../../../ports/access.ts';
import { readOwnId } from '../../../schema/read-id.ts';
import { findMissing, findTooLarge, type ReadBody, readRecordBody } from '../../../schema/read-record.ts';
import { showRecord } from '../../../schema/record-json.ts';
import { schemaOf } from '../../../schema/store-schema.ts';
import type { StoreRow } from '../../../storage/index.ts';
import type { ServiceContext } from '../../calls/context.ts';
import { once, type RepeatableCall } from '../../idempotency/idempotency.ts';
import { openStore, writeUnderSchema } from '../../stores/open-store.ts';
import type { RecordService } from '../service/record-service.ts';
import { previewUpsert } from './preview-upsert.ts';
import { findUnfit, toSlotValues } from './written-values.ts';

/** A new record, with the properties of its store at that time. */
interface NewRecordPlan {
  readonly properties: StoreRow['properties'];
  readonly row: Parameters<typeof showRecord>[1];
}

const ADD: RepeatableCall<NewRecordPlan, unknown, StoreRecordResponse> = {
  name: 'records.add',
  show: (_context, { plan }) => showNew(plan),
};

export function newRecords(
  context: ServiceContext,
): Pick<RecordService, 'add' | 'validate' | 'previewUpsert'> {
  const { storage, clock, ids, quotas, recordHooks } = context;

  /** Reads a new record as `add` would store it. Its id is null if it is random. Throws all issues. */
  async function readNew(
    { key: by }: Principal,
    store: StoreRow,
    body: StoreRecordRequest,
    isPreview: boolean,
  ): Promise<{ read: ReadBody; id: string | null }> {
    const before = recordHooks.of(store, { by, action: 'add', recordId: null, isPreview });
    const given = readRecordBody(store, parseRecordRequest(body));
    const read = before === null ? given : await before(given);
    const issues = [
      ...read.issues,
      ...findUnfit(read),
      ...findMissing(store, read),
      ...findTooLarge(store, read),
    ];
    const id = readOwnId(store, read, issues);
    if (issues.length > 0) throw new ValidationError(issues);
    return { read, id };
  }

  function planNew(store: StoreRow, read: ReadBody, id: string | null, now: number): NewRecordPlan {
    const values = store.properties.map((property) => read.values.get(property) ?? null);
    return { properties: store.properties, row: { id, values, createdAt: now, updatedAt: now } };
  }

  return {
    add: (principal, storeId, body, options) =>
      once(context, ADD, { principal, inputs: [storeId, body], options }, (write) =>
        writeUnderSchema(context, principal, storeId, async (store) => {
          const { read, id: derivedId } = await readNew(principal, store, body, false);
          const now = clock();
          const id = derivedId ?? ids.uuid(now);
          const record = { id, ...toSlotValues(store, read) };
          const plan = planNew(store, read, id, now);
          const outcome = await quotas.share(store.accountId, 'records', 1, async (granted, limit) => {
            if (granted > 0) {
              const result = await write(plan, (how) => storage.records.insert(store, record, now, how));
              return { result, created: result === 'created' ? 1 : 0 };
            }
            // A record that exists takes precedence over an exhausted quota.
            const existing = await storage.records.get(store, id, now);
            if (existing === null) throw new QuotaExceededError('records', limit);
            return { result: 'exists' as const, created: 0 };
          });
          if (outcome === 'stale') return outcome;
          if (outcome === 'exists') throw recordExists(store, id);
          return showNew(plan);
        }),
      ),

    async validate(principal, storeId, body, query = {}) {
      const store = await openStore(context, principal, storeId);
      const { mode } = parseContract(ValidateStoreRecordQuery, query);
      if (mode === 'upsert') return (await previewUpsert(context, principal, store, body)).record;
      const { read, id } = await readNew(principal, store, body, true);
      const now = clock();
      if (id !== null && (await storage.records.get(store, id, now)) !== null) throw recordExists(store, id);
      return showNew(planNew(store, read, id, now));
    },

    async previewUpsert(principal, storeId, body) {
      return previewUpsert(context, principal, await openStore(context, principal, storeId), body);
    },
  };
}

function showNew({ properties, row }: NewRecordPlan): StoreRecordResponse {
  return showRecord({ properties }, row);
}

function recordExists(store: StoreRow, id: string): ValidationError {
  const message = `A record with the id ${JSON.stringify(id)} exists; a batch upsert creates or updates.`;
  return new ValidationError(
    schemaOf(store).unique.map(({ name }) => ({ path: name, message })),
    'record_exists',
  );
}
