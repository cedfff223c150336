import type { Millis, Slot } from '../../ground/rows.ts';
import type { Storage } from '../../storage/storage.ts';
import type { SchemaChange } from '../../storage/stores/stores.ts';
import { present, property } from '../fixtures/arrange.ts';
import { clearAllSlots, purgeAllExpired } from '../fixtures/steps.ts';
import type { Step } from './program.ts';
import type { Subject } from './program-subject.ts';

type StoreStep = Extract<
  Step,
  { do: 'setTtl' | 'purgeExpired' | 'freeSlot' | 'clearFreed' | 'addProperty' | 'rename' }
>;

/** Changes the store of a subject. A deleted store stays as it is. */
export async function changeStore(
  storage: Storage,
  subject: Subject,
  step: StoreStep,
  now: Millis,
): Promise<unknown> {
  const { store } = subject;
  if (subject.isDeleted) return null;
  const inUse = store.properties.some(({ slot }) => slot === ('slot' in step ? step.slot : null));

  /** Freed slots stay by default. */
  async function changeProperties(
    given: Pick<SchemaChange, 'properties'> & Partial<Pick<SchemaChange, 'freedSlots'>>,
  ): Promise<unknown> {
    const change = { freedSlots: store.freedSlots, ...given, requireEmpty: false, enqueue: [] };
    return moveOn(subject, await storage.stores.changeSchema(store, store.version, change, now));
  }

  switch (step.do) {
    case 'setTtl':
      return moveOn(subject, await storage.stores.update(store, { recordTtl: step.recordTtl }, now));
    case 'purgeExpired':
      return purgeAllExpired(storage, store, step.limit, now);
    case 'freeSlot': {
      if (!inUse || store.properties.length === 1) return null;
      const properties = store.properties.filter(({ slot }) => slot !== step.slot);
      return changeProperties({ properties, freedSlots: [...store.freedSlots, step.slot] });
    }
    case 'addProperty':
      if (inUse || store.freedSlots.includes(step.slot)) return null;
      return changeProperties({
        properties: [...store.properties, property(step.slot, { since: store.version + 1 })],
      });
    case 'rename': {
      if (!inUse || store.properties.some(({ name }) => name === step.name)) return null;
      const properties = store.properties.map((each) =>
        each.slot === step.slot ? { ...each, name: step.name } : each,
      );
      return changeProperties({ properties });
    }
    case 'clearFreed': {
      const slots: readonly Slot[] = store.freedSlots;
      if (slots.length === 0) return null;
      await clearAllSlots(storage, store, slots, step.limit);
      await storage.stores.releaseSlots(store, slots);
      return moveOn(subject, await storage.stores.get(store.accountId, store.id));
    }
  }
}

function moveOn(subject: Subject, result: Awaited<ReturnType<Storage['stores']['changeSchema']>>): unknown {
  subject.before = subject.store;
  subject.store = present(result);
  const { properties, freedSlots, recordTtl } = subject.store;
  return { properties: properties.map(({ slot, name }) => [slot, name]), freedSlots, recordTtl };
}
