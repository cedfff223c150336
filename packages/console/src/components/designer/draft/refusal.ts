import { VitrineError } from '@vitrine/client';
import type { AnyDraft } from './draft-kind.ts';

/** Returns the draft if changes were refused because others have changed or saved it meanwhile, else null. */
export async function draftAfter<Draft extends AnyDraft>(
  error: unknown,
  get: () => Promise<Draft>,
): Promise<Draft | null> {
  if (!(error instanceof VitrineError)) return null;
  const isChanged = Object.hasOwn(error.errors, 'revision');
  // An issue of the entire request: the draft is saved.
  if (!isChanged && !Object.hasOwn(error.errors, '')) return null;
  const draft = await get().catch(() => null);
  return isChanged || draft?.status === 'saved' ? draft : null;
}
