import type { TimerDesign } from '@vitrine/client';
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { Link } from '../../router/link.tsx';
import { messageOf } from '../../session/describe-error.ts';
import { loadSavedDesigns } from '../../session/saved-designs.ts';
import { useSession } from '../../session/session.ts';
import { adoptStyles } from '../../styles/adopt-styles.ts';
import { shellTexts } from '../../texts/en/shell.ts';
import { Button } from '../button.tsx';
import { formatNumber } from '../format.ts';
import { Delayed } from '../pages/states.tsx';
import { useLoad } from '../pages/use-load.tsx';
import styles from './timer-uses.css';

adoptStyles(styles);

const texts = shellTexts.timerUses;

interface TimerUsesProps {
  /** Returns the places of a design that use it: "background". */
  readonly placesIn: (design: TimerDesign) => readonly string[];
  readonly none: string;
  /** What follows for the timers that use it. */
  readonly some: string | null;
  /** What the search leaves out. */
  readonly notSearched?: string;
}

/** The saved timers whose designs use something, and what was searched for them. */
export function TimerUses({ placesIn, none, some, notSearched }: TimerUsesProps): JSX.Element {
  const { client } = useSession();
  const [progress, setProgress] = useState({ done: 0, total: 0 });
  const load = useLoad(
    (signal) => loadSavedDesigns(client, signal, (done, total) => setProgress({ done, total })),
    [client],
  );
  return (
    <section class="timer-uses">
      <h3>{texts.title}</h3>
      {load.data === null && load.isLoading && progress.total > 0 && (
        <Delayed>
          <p class="faint number" role="status">
            {texts.searching(formatNumber(progress.done), formatNumber(progress.total))}
          </p>
        </Delayed>
      )}
      {load.data === null && load.error !== null && (
        <>
          <p class="problem">{messageOf(load.error)}</p>
          <Button size="small" icon="refresh" onClick={load.reload}>
            {shellTexts.retry}
          </Button>
        </>
      )}
      {load.data !== null && <Found {...{ placesIn, none, some, notSearched }} {...load.data} />}
    </section>
  );
}

type FoundProps = Pick<TimerUsesProps, 'placesIn' | 'none' | 'some'> & {
  readonly notSearched: string | undefined;
} & Awaited<ReturnType<typeof loadSavedDesigns>>;

function Found({ timers, isCut, placesIn, none, some, notSearched }: FoundProps): JSX.Element {
  const uses = timers.flatMap((timer) => {
    const places = placesIn(timer.design);
    return places.length === 0 ? [] : [{ timer, places }];
  });
  const count = formatNumber(timers.length);
  const searched = isCut ? texts.searchedNewest(count) : texts.searched(count, timers.length === 1);
  return (
    <>
      {uses.length === 0 ? (
        <p>{none}</p>
      ) : (
        <>
          <ul>
            {uses.map(({ timer, places }) => (
              <li key={timer.id}>
                <Link class="cut" to={`/timers/${timer.id}`} title={timer.name}>
                  {timer.name}
                </Link>{' '}
                <span class="faint">{places.join(', ')}</span>
              </li>
            ))}
          </ul>
          {some !== null && <p class="soft">{some}</p>}
        </>
      )}
      <p class="faint">{[searched, notSearched].filter(Boolean).join(' ')}</p>
    </>
  );
}
