import { convertValue } from '../../imports/values/convert-value.ts';
import type { WorkContext } from '../../jobs/work-context.ts';
import {
  completeTypeChange,
  endTypeChange,
  propertyBecoming,
  type TypeChangeStep,
} from '../../schema/type-change.ts';
import type { SlotCopy, StoreRow } from '../../storage/index.ts';
import type { ServiceContext } from '../calls/context.ts';
import { isExpired, readPropertyValues } from './property-values.ts';
import { writeTypeStep } from './schema-write.ts';

/** Returns the step of the job that changes the type of a property. */
export function typeChangeSteps(context: ServiceContext): WorkContext['advanceTypeChange'] {
  const { storage, clock } = context;

  /** Replaces the schema unless it was changed since. Returns whether the job has ended. */
  async function settle(store: StoreRow, step: TypeChangeStep): Promise<boolean> {
    return (await writeTypeStep(context, store, step, {})) !== 'stale';
  }

  /**
   * Converts a page of values, or completes the change after the last one. Returns the number of the record after which the
   * next step begins; null before the first one. A step may run again: it writes the same values.
   */
  return async ({ accountId, storeId, slot }, after) => {
    const store = await storage.stores.get(accountId, storeId);
    const property = store === null ? undefined : propertyBecoming(store, slot);
    if (store === null || property?.becoming === undefined) return 'done';
    const { becoming } = property;
    const page = await readPropertyValues(context, store, property, after);
    const now = clock();
    const copies: SlotCopy[] = [];
    for (const { seq, value, updatedAt } of page.values) {
      const converted = convertValue(value, property.type, becoming.type, becoming.form);
      // Written between the trial and the beginning of the change, since when such writes are refused.
      if (converted.kind === 'refused' && !becoming.unsets && !isExpired(store, updatedAt, now))
        return (await settle(store, endTypeChange(store, property))) ? 'done' : { after };
      if (converted.kind === 'converted') copies.push({ seq, value, copy: converted.value });
    }
    const places = { from: property.slot, to: slot };
    if (copies.length > 0 && (await storage.records.copySlot(store, places, copies)) === 'stale')
      return { after };
    if (page.next !== null) return { after: page.next };
    return (await settle(store, completeTypeChange(store, property, becoming))) ? 'done' : { after };
  };
}
