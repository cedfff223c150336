import { NotFoundError, ValidationError } from '@vitrine/core';
import { z } from 'zod';
import { quote } from './error-text.ts';
import type { ToolCall } from './tool.ts';

/** The argument by which every tool but `store_list` names a store. */
export const storeId = z
  .string('Expected the storeId of store_list or store_access, as text.')
  .optional()
  .meta({ description: 'The storeId as store_access or store_list gives it. A store key may leave it out.' });

/**
 * The store that a call is about: the given one, or a store key's own.
 * @throws ValidationError at `storeId` when an account key gives none.
 */
export function requireStoreId({ principal }: ToolCall, given: string | undefined): string {
  if (given !== undefined && given !== '') return given;
  if (principal.kind === 'store') return principal.storeId;
  const message = 'Required with an account key. Call store_access or store_list to get one.';
  throw new ValidationError([{ path: 'storeId', message }]);
}

/**
 * Runs a call about one store; what is not there is answered with what would work. Another store's key learns the same
 * whether or not the store exists.
 */
export async function aboutStore<Result>(
  { principal }: ToolCall,
  storeId: string,
  read: () => Promise<Result>,
): Promise<Result> {
  try {
    return await read();
  } catch (error) {
    if (!(error instanceof NotFoundError) || error.resource !== 'store') throw error;
    if (principal.kind === 'account') {
      const message = `No store ${quote(storeId)}. Call store_list to find the storeId by name.`;
      throw new ValidationError([{ path: 'storeId', message }]);
    }
    const message =
      principal.storeId === storeId
        ? 'The store of this key has been deleted.'
        : 'This key reaches one store only. Leave storeId out.';
    throw new ValidationError([{ path: 'storeId', message }]);
  }
}
