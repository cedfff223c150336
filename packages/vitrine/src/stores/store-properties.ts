import type { StoreDetail, UpdatePropertyRequest } from '@vitrine/core/contracts';
import { nameHint } from '@vitrine/core/server';
import { type AccountFlags, withAccount } from '../database/database.ts';
import { openStore } from '../lists/named-resources.ts';
import { CommandError, EXIT } from '../terminal/command-error.ts';
import { type ConfirmFlags, confirmLoss } from '../terminal/confirm.ts';
import { formatNumberOf, type Terminal } from '../terminal/terminal.ts';
import { changeStore } from './store-changes.ts';
import { readProperty } from './store-definition.ts';
import { printStore } from './stores.ts';

export interface PropertyFlags extends AccountFlags {
  /** Empty: no description. */
  readonly description?: string;
  readonly json?: boolean;
}

export interface UpdatePropertyFlags extends PropertyFlags {
  readonly required?: boolean;
  readonly optional?: boolean;
}

/** Runs `vitrine stores properties add`. */
export function addProperty(
  terminal: Terminal,
  storeGiven: string,
  text: string,
  flags: PropertyFlags,
): Promise<void> {
  const property = { ...readProperty(text), ...descriptionOf(flags) };
  return changeStore(terminal, storeGiven, flags, (vitrine, principal, storeId) =>
    vitrine.stores.addProperty(principal, storeId, property),
  );
}

/** Runs `vitrine stores properties update`: changes whether a property is required, or its description. */
export function updateProperty(
  terminal: Terminal,
  storeGiven: string,
  property: string,
  flags: UpdatePropertyFlags,
): Promise<void> {
  const { required, optional } = flags;
  const change: UpdatePropertyRequest = {
    ...(required === true ? { required } : {}),
    ...(optional === true ? { required: false } : {}),
    ...descriptionOf(flags),
  };
  if (Object.keys(change).length === 0) {
    throw new CommandError(EXIT.usage, 'Give what to change: --required, --optional or --description.');
  }
  return changeStore(terminal, storeGiven, flags, async (vitrine, principal, storeId) => {
    requireProperty(await vitrine.stores.get(principal, storeId), property);
    return vitrine.stores.updateProperty(principal, storeId, property, change);
  });
}

/** Runs `vitrine stores properties rename`: the values stay. */
export function renameProperty(
  terminal: Terminal,
  storeGiven: string,
  property: string,
  name: string,
  flags: PropertyFlags,
): Promise<void> {
  return changeStore(terminal, storeGiven, flags, async (vitrine, principal, storeId) => {
    requireProperty(await vitrine.stores.get(principal, storeId), property);
    return vitrine.stores.renameProperty(principal, storeId, property, { name });
  });
}

/** Runs `vitrine stores properties delete`: deletes a property with its values. They can't be restored. */
export function deleteProperty(
  terminal: Terminal,
  storeGiven: string,
  property: string,
  flags: PropertyFlags & ConfirmFlags,
): Promise<void> {
  return withAccount(terminal, flags, async (vitrine, principal) => {
    const store = await openStore({ vitrine, principal }, storeGiven);
    requireProperty(store, property);
    const {
      groups: [all],
    } = await vitrine.records.summarize(principal, store.id, {
      measures: [{ op: 'count', field: property, as: 'values' }],
    });
    const values = formatNumberOf(Number(all?.values.values ?? 0), 'value');
    const of = `of store ${store.id} ${JSON.stringify(store.name)}`;
    const loss = `This deletes property ${JSON.stringify(property)} ${of} with ${values} permanently.`;
    await confirmLoss(terminal, loss, flags);
    await printStore(terminal, await vitrine.stores.deleteProperty(principal, store.id, property), flags);
  });
}

function descriptionOf({ description }: PropertyFlags): { description?: string | null } {
  return description === undefined ? {} : { description: description === '' ? null : description };
}

/** @throws CommandError that names a near property */
export function requireProperty({ properties }: StoreDetail, property: string): void {
  const names = properties.map(({ name }) => name);
  if (names.includes(property)) return;
  const message = `No such property in this store: ${JSON.stringify(property)}.${nameHint(property, names)}`;
  throw new CommandError(EXIT.refused, `${message} The store has: ${names.join(', ')}.`);
}
