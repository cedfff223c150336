import type { TimerSummary } from '@vitrine/client';
import type { JSX } from 'preact';
import { formatAgo, formatMomentIn } from '../../components/format.ts';
import { SavedImageCard } from '../../components/pictures/saved-image-card.tsx';
import { navigate } from '../../router/location.ts';
import { useSession } from '../../session/session.ts';
import { timersTexts } from '../../texts/en/images/timers.ts';
import { shellTexts } from '../../texts/en/shell.ts';

interface TimerCardProps {
  readonly timer: TimerSummary;
  readonly onChanged: () => void;
}

/** A saved timer with its picture, as an e-mail would show it now. */
export function TimerCard({ timer, onChanged }: TimerCardProps): JSX.Element {
  const { client } = useSession();
  const { id, name, width, height } = timer;
  return (
    <SavedImageCard
      image={timer}
      to={`/timers/${id}`}
      picture={
        <img
          src={timer.renderedUrl}
          alt={timersTexts.pictureOf(name)}
          width={width}
          height={height}
          loading="lazy"
        />
      }
      about={<EndText timer={timer} />}
      state={
        timer.expired ? (
          <span class="badge warn">{timersTexts.ended}</span>
        ) : (
          <span class="badge">{timersTexts.kinds[timer.targetKind]}</span>
        )
      }
      items={[
        {
          label: shellTexts.useInLiveImage,
          icon: 'live',
          onSelect: () => navigate(`/live-images/start?timer=${id}`),
        },
      ]}
      texts={timersTexts}
      remove={() => client.timers.delete(id)}
      onChanged={onChanged}
    />
  );
}

function EndText({ timer }: { readonly timer: TimerSummary }): JSX.Element {
  const { targetKind, targetDate, timeZone, expired } = timer;
  if (targetKind === 'evergreen') return <>{timersTexts.wholeDuration}</>;
  // The zone in which it was set: that of the reader may have another day.
  const when = `${formatAgo(targetDate)}, ${formatMomentIn(targetDate, timeZone)}`;
  return (
    <time dateTime={targetDate} title={when}>
      {(expired ? timersTexts.endedAt : timersTexts.ends)(when)}
    </time>
  );
}
