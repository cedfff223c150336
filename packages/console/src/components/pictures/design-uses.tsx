import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { messageOf } from '../../requests/describe-error.ts';
import { loadSavedDesigns, type SavedDesign } from '../../requests/saved-designs.ts';
import { Link } from '../../router/link.tsx';
import { useSession } from '../../session/session.ts';
import { adoptStyles } from '../../styles/adopt-styles.ts';
import { designUsesTexts } from '../../texts/en/images/design-uses.ts';
import { shellTexts } from '../../texts/en/shell.ts';
import { Button } from '../button.tsx';
import { formatNumber } from '../format.ts';
import { Delayed } from '../pages/states.tsx';
import { useLoad } from '../pages/use-load.tsx';
import styles from './design-uses.css';

adoptStyles(styles);

const texts = designUsesTexts;

interface DesignUsesProps {
  /** Returns the places of a design that use it: "background". */
  readonly placesIn: (saved: SavedDesign) => readonly string[];
  /** What follows for the designs that use it. */
  readonly some: string | null;
  /** What the search leaves out. */
  readonly notSearched?: string;
}

/** The saved timers and live images whose designs use something, and what was searched for them. */
export function DesignUses({ placesIn, some, notSearched }: DesignUsesProps): JSX.Element {
  const { client } = useSession();
  const [progress, setProgress] = useState({ done: 0, total: 0 });
  const load = useLoad(
    (signal) => loadSavedDesigns(client, signal, (done, total) => setProgress({ done, total })),
    [client],
  );
  return (
    <section class="design-uses">
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
      {load.data !== null && <Found {...{ placesIn, some, notSearched }} {...load.data} />}
    </section>
  );
}

type FoundProps = Pick<DesignUsesProps, 'placesIn' | 'some'> & {
  readonly notSearched: string | undefined;
} & Awaited<ReturnType<typeof loadSavedDesigns>>;

function Found({ designs, isCut, placesIn, some, notSearched }: FoundProps): JSX.Element {
  const uses = designs.flatMap((saved) => {
    const places = placesIn(saved);
    return places.length === 0 ? [] : [{ saved, places }];
  });
  const count = formatNumber(designs.length);
  const searched = isCut ? texts.searchedNewest(count) : texts.searched(count, designs.length === 1);
  return (
    <>
      {uses.length === 0 ? (
        <p>{texts.none}</p>
      ) : (
        <>
          <ul>
            {uses.map(({ saved: { kind, id, name }, places }) => (
              <li key={id}>
                <Link class="cut" to={`/${kind === 'timer' ? 'timers' : 'live-images'}/${id}`} title={name}>
                  {name}
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
