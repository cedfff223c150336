import type { AnyRow, AnyStore, Store } from '@vitrine/client';
import type { Values } from './edit.ts';

/**
 * Adds a record once, also if it is sent again because the response was lost, or by another tab.
 *
 * @param name the same for each attempt, and for no other record. With other values it is another request.
 * @param values in any order: after a reload it is another one.
 */
export async function addOnce(store: Store<AnyStore>, name: string, values: Values): Promise<AnyRow> {
  const given = Object.entries(values).filter(([, value]) => value !== null);
  const body = Object.fromEntries(given.toSorted(([a], [b]) => (a < b ? -1 : 1)));
  return store.add(body, { idempotencyKey: `${name}.${digest(JSON.stringify(body))}` });
}

/** Returns a short text that differs for different texts (FNV-1a, 32 bits). */
function digest(text: string): string {
  let hash = 0x811c9dc5;
  for (const byte of new TextEncoder().encode(text)) hash = Math.imul(hash ^ byte, 0x01000193) >>> 0;
  return hash.toString(36);
}
