import type { LiveImageDraftSummary } from '@vitrine/client';
import type { JSX } from 'preact';
import { IconButton } from '../../components/button.tsx';
import { PictureCard } from '../../components/picture-card.tsx';
import { TimeAgo } from '../../components/time.tsx';
import { showToast } from '../../components/toast.tsx';
import { messageOf } from '../../session/describe-error.ts';
import { useSession } from '../../session/session.ts';
import { liveImagesTexts as texts } from '../../texts/en/live/live-images.ts';
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
    <PictureCard
      heading="h3"
      name={name}
      to={addressOfDraft(draft)}
      picture={<img src={previewUrl} alt={texts.draftPictureOf(name)} loading="lazy" />}
      menu={
        <IconButton icon="trash" size="small" label={texts.deleteDraft(name)} onClick={() => void remove()} />
      }
    >
      <p class="cut soft">
        {liveImageId === null ? texts.draft : texts.changesOf} · <TimeAgo time={date_updated} />
      </p>
      <p class="faint">{texts.keptUntil(expiresAt)}</p>
    </PictureCard>
  );
}
