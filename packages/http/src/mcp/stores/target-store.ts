import { ValidationError } from '@vitrine/core';
import { z } from '@vitrine/core/contracts';
import { quote } from '../../ground/quote.ts';
import { aboutNamed } from '../tools/missing.ts';
import type { ToolCall } from '../tools/tool.ts';

/** The argument of every tool except `store_list` that names a store. */
export const storeId = z.string('Expected the storeId of store_list or store_access, as text.').optional();

/**
 * Returns the id of the store of a call: the given one, or the store of a store key.
 * @throws ValidationError at `storeId` if it is missing with an account key.
 */
export function requireStoreId({ principal }: ToolCall, given: string | undefined): string {
  if (given !== undefined) return given;
  if (principal.kind === 'store') return principal.storeId;
  const message = 'Required with an account key. Call store_access or store_list to get one.';
  throw new ValidationError([{ path: 'storeId', message }]);
}

/**
 * Runs a read of one store. If the store does not exist, the error says what would work. For the key of another store
 * the error is the same whether or not the store exists.
 *
 * @throws ValidationError at `storeId` if the store does not exist or the key can't access it.
 */
export function aboutStore<Result>(
  { principal }: ToolCall,
  storeId: string,
  read: () => Promise<Result>,
): Promise<Result> {
  const hint = () => {
    if (principal.kind === 'account')
      return `No store ${quote(storeId)}. Call store_list to find the storeId by name.`;
    return principal.storeId === storeId
      ? 'The store of this key has been deleted.'
      : 'This key reaches one store only. Leave storeId out.';
  };
  return aboutNamed({ path: 'storeId', resource: 'store', hint }, read);
}
