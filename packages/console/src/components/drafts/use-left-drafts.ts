import { useShownAgain } from '../browser/use-shown-again.ts';
import { useLoad } from '../pages/use-load.tsx';
import { isLeft, type LeftDraft, leftDraftsSent } from './left-draft.ts';

export interface LeftDrafts {
  /** The latest first. */
  readonly left: readonly LeftDraft[];
  readonly reload: () => void;
}

/**
 * Loads the drafts that have something that is not saved, of all people and agents of the account.
 *
 * @param newName the name that a new draft has until it is changed.
 */
export function useLeftDrafts(
  list: (signal: AbortSignal) => Promise<readonly LeftDraft[]>,
  newName: string,
  inputs: readonly unknown[],
): LeftDrafts {
  const { data, reload } = useLoad(async (signal) => {
    await leftDraftsSent();
    return (await list(signal)).filter((draft) => isLeft(draft, newName));
  }, inputs);
  useShownAgain(reload);
  return { left: data ?? [], reload };
}
