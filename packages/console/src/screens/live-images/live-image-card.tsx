import type { LiveImageSummary } from '@vitrine/client';
import type { JSX } from 'preact';
import { SavedImageCard } from '../../components/pictures/saved-image-card.tsx';
import { TimeAgo } from '../../components/time.tsx';
import { useSession } from '../../session/session.ts';
import { liveImagesTexts as texts } from '../../texts/en/live/live-images.ts';

interface LiveImageCardProps {
  readonly image: LiveImageSummary;
  readonly onChanged: () => void;
}

/** A saved live image with the picture of its samples. */
export function LiveImageCard({ image, onChanged }: LiveImageCardProps): JSX.Element {
  const { client } = useSession();
  const { id, name, variables, thumbnailUrl, access, date_updated } = image;
  return (
    <SavedImageCard
      image={image}
      to={`/live-images/${id}`}
      picture={<img src={thumbnailUrl} alt={texts.pictureOf(name)} loading="lazy" />}
      about={variables.length === 0 ? texts.noVariables : variables.join(', ')}
      state={
        access === 'signed' ? (
          <span class="badge accent">{texts.signed}</span>
        ) : (
          <TimeAgo time={date_updated} />
        )
      }
      isOpen={access === 'open'}
      texts={texts}
      remove={() => client.liveImages.delete(id)}
      onChanged={onChanged}
    />
  );
}
