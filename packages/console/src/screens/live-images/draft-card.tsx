import type { LiveImageDraftSummary } from '@vitrine/client';
import type { JSX } from 'preact';
import { IconButton } from '../../components/button.tsx';
import { TimeAgo } from '../../components/time.tsx';
import { showToast } from '../../components/toast.tsx';
import { Link } from '../../router/link.tsx';
import { messageOf } from '../../session/describe-error.ts';
import { useSession } from '../../session/session.ts';
import { liveImagesTexts as texts } from '../../texts/en/live-images.ts';
import { addressOfDraft } from './draft-address.ts';

interface DraftCardProps {
  readonly draft: LiveImageDraftSummary;
  readonly onChanged: () => void;
}

/** A draft that somebody has left, or that an agent is working on. */
export function DraftCard({ draft, onChanged }: DraftCardProps): JSX.Element {
  const { client } = useSession();
  const { name, liveImageId, previewUrl, date_updated, expiresAt } = draft;

  async function remove(): Promise<void> {
    try {
      await client.liveImages.drafts.delete(draft);
      showToast(texts.draftDeleted(name));
    } catch (error) {
      showToast(messageOf(error), { isBad: true });
    }
    onChanged();
  }

  return (
    <article class="card live-card">
      <div class="live-picture">
        <img src={previewUrl} alt={texts.draftPictureOf(name)} loading="lazy" />
      </div>
      <div class="live-about">
        <h3 class="cut">
          <Link to={addressOfDraft(draft)} class="cut" title={name}>
            {name}
          </Link>
        </h3>
        <p class="cut soft">
          {liveImageId === null ? texts.draft : texts.changesOf} · <TimeAgo time={date_updated} />
        </p>
        <p class="faint">{texts.keptUntil(expiresAt)}</p>
      </div>
      <div class="live-menu">
        <IconButton icon="trash" size="small" label={texts.deleteDraft(name)} onClick={() => void remove()} />
      </div>
    </article>
  );
}
