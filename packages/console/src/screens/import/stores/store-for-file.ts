import type { CreateStoreRequest } from '@vitrine/client';
import { useRef } from 'preact/hooks';
import { useCreation } from '../../../requests/creation.ts';
import { isPassing } from '../../../requests/passing-error.ts';
import { useSession } from '../../../session/session.ts';

type Made = Awaited<ReturnType<ReturnType<typeof useSession>['client']['stores']['create']>>;

/** Imports a file into a store that is made for it. Resolves with the store and the id of the import. */
type ImportIntoNewStore = (
  request: CreateStoreRequest,
  /** Differs for other files, and for other decisions about a file. */
  content: string,
  send: (store: Made) => Promise<string>,
) => Promise<{ readonly store: Made; readonly importId: string }>;

/**
 * Returns a function that makes a store and sends a file into it. If the answer to the file is lost, the next call with the
 * same content sends it into the same store, where the import is found that the server has begun. If the server refuses the
 * file, no store stays.
 */
export function useStoreForFile(): ImportIntoNewStore {
  const { client } = useSession();
  const create = useCreation(client.stores.create);
  /** The store whose file is not answered. */
  const unanswered = useRef<{ readonly of: string; readonly store: Made } | null>(null);
  // Without the server, an empty store stays, which can be deleted from the list.
  const remove = (store: Made) => client.stores.delete(store).catch(() => {});
  return async (request, content, send) => {
    const of = JSON.stringify([request, content]);
    const before = unanswered.current;
    const isSame = before?.of === of;
    if (before !== null && !isSame) await remove(before.store);
    const store = isSame ? before.store : await create(request);
    unanswered.current = { of, store };
    try {
      const importId = await send(store);
      unanswered.current = null;
      return { store, importId };
    } catch (error) {
      if (!isPassing(error)) {
        unanswered.current = null;
        await remove(store);
      }
      throw error;
    }
  };
}
