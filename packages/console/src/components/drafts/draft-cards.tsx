import { NotFoundError } from '@vitrine/client';
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { adoptStyles } from '../../styles/adopt-styles.ts';
import { draftsTexts as texts } from '../../texts/en/images/drafts.ts';
import { IconButton } from '../button.tsx';
import { ConfirmedAction } from '../overlays/confirmed-action.tsx';
import { PictureCard } from '../pictures/picture-card.tsx';
import { TimeAgo } from '../time.tsx';
import { showToast } from '../toast.tsx';
import { draftAddress } from './draft-address.ts';
import styles from './draft-cards.css';
import type { LeftDraft } from './left-draft.ts';
import type { LeftDrafts } from './use-left-drafts.ts';

adoptStyles(styles);

interface DraftCardsProps {
  readonly drafts: LeftDrafts;
  /** The path of the designers, such as `/timers`: a draft is opened below it, as `new` or by the id of its image. */
  readonly base: string;
  /** Deletes a draft on the server. */
  readonly remove: (draft: LeftDraft) => Promise<void>;
}

/** The drafts that somebody has left, or that an agent is working on. Nothing where there are none. */
export function DraftCards({ drafts: { left, reload }, base, remove }: DraftCardsProps): JSX.Element | null {
  const [asked, setAsked] = useState<LeftDraft | null>(null);
  if (left.length === 0) return null;
  async function discard(draft: LeftDraft): Promise<void> {
    try {
      await remove(draft);
    } catch (error) {
      // Somebody else was faster.
      if (!(error instanceof NotFoundError)) throw error;
    }
    showToast(texts.deleted(draft.name));
  }
  return (
    <section class="left-drafts" aria-label={texts.title}>
      <h2>{texts.title}</h2>
      <div class="picture-cards">
        {left.map((draft) => (
          <PictureCard
            key={draft.draftId}
            heading="h3"
            name={draft.name}
            to={draftAddress(base, draft)}
            picture={<img src={draft.previewUrl} alt={texts.pictureOf(draft.name)} loading="lazy" />}
            menu={
              <IconButton
                icon="trash"
                size="small"
                label={texts.remove(draft.name)}
                onClick={() => setAsked(draft)}
              />
            }
          >
            <p class="cut soft">
              {draft.imageId === null ? texts.isNew : texts.changes} · <TimeAgo time={draft.date_updated} />
            </p>
            <p class="faint">{texts.keptUntil(draft.expiresAt)}</p>
          </PictureCard>
        ))}
      </div>
      {asked !== null && (
        <ConfirmedAction
          title={texts.removeTitle(asked.name)}
          action={texts.removeAction}
          run={() => discard(asked)}
          onDone={reload}
          onClose={() => setAsked(null)}
        >
          {texts.removeText}
        </ConfirmedAction>
      )}
    </section>
  );
}
