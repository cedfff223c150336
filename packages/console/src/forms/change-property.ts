import type { Client, StoreDetail, UpdatePropertyRequest } from '@vitrine/client';
import { membersBefore } from './changed-members.ts';

type Members = Pick<UpdatePropertyRequest, 'description' | 'required' | 'format'>;

interface ChangedProperty {
  readonly detail: StoreDetail;
  /** Undoes the change, unless someone else has changed the same since. @throws Error */
  readonly undo: () => Promise<StoreDetail>;
}

/** Changes how a property is described, required or shown. */
export async function changeProperty(
  client: Client,
  store: { readonly name: string; readonly id: string },
  name: string,
  changes: Members,
): Promise<ChangedProperty> {
  const { get, properties } = client.stores;
  const before = membersOf(await get(store), name);
  const detail = await properties.update(store, name, changes);
  const after = membersOf(detail, name);
  const undo = async () =>
    properties.update(store, name, membersBefore(before, after, membersOf(await get(store), name)));
  return { detail, undo };
}

/** Returns nothing of a property that is gone: the server says so. */
function membersOf({ properties }: StoreDetail, name: string): Members {
  const found = properties.find((property) => property.name === name);
  if (found === undefined) return {};
  const { description, required, format = null } = found;
  return { description, required, format };
}
