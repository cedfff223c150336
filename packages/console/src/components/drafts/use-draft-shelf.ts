import { useMemo } from 'preact/hooks';
import { useSession } from '../../session/session.ts';
import { type DraftKind, type DraftShelf, openDraftShelf } from './draft-shelf.ts';

/** Returns the shelf of the account that is signed in. */
export function useDraftShelf(kind: DraftKind): DraftShelf {
  const { accountId } = useSession().identity;
  return useMemo(() => openDraftShelf(kind, accountId), [kind, accountId]);
}
