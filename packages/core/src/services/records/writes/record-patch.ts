import {
  parseRecordRequest,
  type StoreRecordRequest,
  type StoreRecordResponse,
} from '../../../contracts/records/records.ts';
import { type Issue, NotFoundError, ValidationError } from '../../../ground/errors.ts';
import { canBeStored } from '../../../ground/stored-text.ts';
import type { Principal } from '../../../ports/access.ts';
import { differentId } from '../../../schema/read-id.ts';
import {
  findTooLarge,
  findUnset,
  type ReadBody,
  readRecordBody,
  TOO_LARGE,
} from '../../../schema/read-record.ts';
import { showRecord } from '../../../schema/record-json.ts';
import { schemaOf } from '../../../schema/store-schema.ts';
import type { RecordState, StoreRow } from '../../../storage/index.ts';
import { showValue } from '../../../values/value.ts';
import type { ServiceContext } from '../../calls/context.ts';
import { writeUnderSchema } from '../../stores/open-store.ts';
import { requireRecord } from '../reads/record-reads.ts';
import { requireMatch, stateCondition, stateOf } from '../service/record-match.ts';
import type { RecordService } from '../service/record-service.ts';
import { findUnfit, toSlotValues } from './written-values.ts';

export function recordPatch(context: ServiceContext): Pick<RecordService, 'patch'> {
  const { storage, clock, recordHooks } = context;

  /** Reads a patch. A body that is not an object is rejected only after the record was found. */
  async function readPatch(store: StoreRow, recordId: string, body: StoreRecordRequest): Promise<ReadBody> {
    try {
      return readRecordBody(store, parseRecordRequest(body));
    } catch (error) {
      await requireRecord(context, store, recordId);
      throw error;
    }
  }

  /** Runs the hooks of the store for a patch of a record that exists. */
  async function hookPatch(
    { key: by }: Principal,
    store: StoreRow,
    recordId: string,
    given: ReadBody,
  ): Promise<ReadBody> {
    const before = recordHooks.of(store, { by, action: 'patch', recordId, isPreview: false });
    if (before === null) return given;
    await requireRecord(context, store, recordId);
    return before(given);
  }

  /** Returns the state of a record that has one of the entity tags, for a write that expects it. */
  async function requireState(store: StoreRow, id: string, condition: string): Promise<RecordState> {
    const row = await storage.records.get(store, id, clock());
    if (row === null) throw new NotFoundError('record');
    requireMatch(showRecord(store, row), condition);
    return stateOf(row);
  }

  return {
    patch: (principal, storeId, recordId, body, options = {}) =>
      writeUnderSchema(context, principal, storeId, async (store) => {
        const condition = stateCondition(options);
        const given = await readPatch(store, recordId, body);
        const read = given.values.size === 0 ? given : await hookPatch(principal, store, recordId, given);
        const issues = [...read.issues, ...findUnfit(read), ...findUnset(read), ...findTooLarge(store, read)];
        if (read.id !== undefined && read.id !== recordId) issues.push(differentId(recordId));
        const touchesKey = schemaOf(store).unique.some((property) => read.values.has(property));
        if (issues.length > 0 || touchesKey || read.values.size === 0) {
          // 404 takes precedence over 400, and a body without properties changes nothing.
          const current = await requireRecord(context, store, recordId);
          issues.push(...findKeyChanges(store, read, current));
          if (issues.length > 0) throw new ValidationError(issues);
          if (read.values.size === 0) {
            if (condition !== null) requireMatch(current, condition);
            return current;
          }
        }
        if (!canBeStored(recordId)) throw new NotFoundError('record');
        const change = toSlotValues(store, read);
        const expected = condition === null ? undefined : await requireState(store, recordId, condition);
        const row = await storage.records.patch(store, recordId, change, clock(), {
          by: principal.key,
          expected,
        });
        // After a change the condition is checked again.
        if (row === 'stale' || row === 'changed') return 'stale';
        if (row === null) throw new NotFoundError('record');
        if (row === 'too_large') throw new ValidationError([TOO_LARGE]);
        return showRecord(store, row);
      }),
  };
}

function findKeyChanges(store: StoreRow, read: ReadBody, current: StoreRecordResponse): Issue[] {
  return schemaOf(store)
    .unique.filter((property) => {
      const value = read.values.get(property);
      if (value === undefined || value === null) return false;
      return showValue(property.type, value) !== current[property.name];
    })
    .map(({ name }) => ({
      path: name,
      message: 'A unique value cannot be changed, because the id is derived from it.',
    }));
}
