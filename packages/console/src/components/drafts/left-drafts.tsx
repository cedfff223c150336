import { NotFoundError } from '@vitrine/client';
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { Link } from '../../router/link.tsx';
import { messageOf } from '../../session/describe-error.ts';
import { adoptStyles } from '../../styles/adopt-styles.ts';
import { draftsTexts } from '../../texts/en/images/drafts.ts';
import { IconButton } from '../button.tsx';
import { TimeAgo } from '../time.tsx';
import { showToast } from '../toast.tsx';
import { useLoad } from '../use-load.tsx';
import { draftAddress } from './draft-address.ts';
import type { DraftShelf, LeftDraft } from './draft-shelf.ts';
import styles from './left-drafts.css';

adoptStyles(styles);

interface LeftDraftsProps {
  readonly shelf: DraftShelf;
  /** The path of the designers, such as `/timers`: a draft is opened below it, as `new` or by the id of its image. */
  readonly base: string;
  /** Returns the URL of the picture of a draft. Null: it is gone, or was saved elsewhere. */
  readonly look: (draft: LeftDraft, signal: AbortSignal) => Promise<string | null>;
  /** Deletes a draft on the server. */
  readonly discard: (draft: LeftDraft) => Promise<void>;
}

/** The drafts that were left without saving, each with a link that goes on with it. Nothing where there are none. */
export function LeftDrafts({ shelf, base, look, discard }: LeftDraftsProps): JSX.Element | null {
  const found = shelf.drafts.value;
  const load = useLoad(async (signal) => {
    const looked = await Promise.all(
      found.map(async (draft) => ({ draft, picture: await look(draft, signal) })),
    );
    for (const { draft, picture } of looked) if (picture === null) shelf.drop(draft.draftId);
    return new Map(looked.map(({ draft, picture }) => [draft.draftId, picture]));
  }, []);
  const pictures = load.data;
  const drafts = found.filter(({ draftId }) => pictures?.get(draftId));
  if (pictures === null || drafts.length === 0) return null;
  return (
    <section class="left-drafts" aria-label={draftsTexts.title}>
      <h2>{draftsTexts.title}</h2>
      <ul>
        {drafts.map((draft) => (
          <DraftItem
            key={draft.draftId}
            draft={draft}
            to={draftAddress(base, draft)}
            picture={pictures.get(draft.draftId) ?? ''}
            onDiscard={async () => {
              await discard(draft).catch(allowGone);
              shelf.drop(draft.draftId);
            }}
          />
        ))}
      </ul>
    </section>
  );
}

interface DraftItemProps {
  readonly draft: LeftDraft;
  readonly to: string;
  readonly picture: string;
  readonly onDiscard: () => Promise<void>;
}

function DraftItem({
  draft: { name, imageId, changedAt },
  to,
  picture,
  onDiscard,
}: DraftItemProps): JSX.Element {
  const [isBusy, setBusy] = useState(false);
  async function discard(): Promise<void> {
    setBusy(true);
    try {
      await onDiscard();
    } catch (error) {
      showToast(messageOf(error), { isBad: true });
      setBusy(false);
    }
  }
  return (
    <li class="card">
      <img src={picture} alt="" />
      <div class="about">
        <Link class="cut" to={to}>
          {draftsTexts.resume(name)}
        </Link>
        <span class="faint">
          {imageId === null ? draftsTexts.isNew : draftsTexts.changes} · <TimeAgo time={changedAt} />
        </span>
      </div>
      <IconButton
        size="small"
        icon="trash"
        busy={isBusy}
        label={draftsTexts.discard(name)}
        onClick={() => void discard()}
      />
    </li>
  );
}

function allowGone(error: unknown): void {
  if (!(error instanceof NotFoundError)) throw error;
}
