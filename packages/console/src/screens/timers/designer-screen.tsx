import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { ErrorState, PageSkeleton } from '../../components/pages/states.tsx';
import { Loaded, useLoad } from '../../components/pages/use-load.tsx';
import { useSession } from '../../session/session.ts';
import { adoptStyles } from '../../styles/adopt-styles.ts';
import { openDraft } from './design/open-draft.ts';
import styles from './designer.css';
import { Designer } from './designer.tsx';

adoptStyles(styles);

const IMAGES_MAX = 100;

interface DesignerScreenProps {
  readonly params: Readonly<Record<string, string>>;
}

/** Designs a new timer, or changes a saved one. */
export default function DesignerScreen({ params }: DesignerScreenProps): JSX.Element {
  const { client } = useSession();
  const timerId = params.timerId === undefined ? null : Number(params.timerId);
  // Saving ends a draft; the next round opens another one.
  const [round, setRound] = useState(0);
  const load = useLoad(
    async (signal) => {
      const [draft, presets, fonts, images] = await Promise.all([
        openDraft(client, timerId, signal),
        client.timers.presets({ signal }),
        client.fonts.list({}, { signal }),
        client.images.list({ type: 'static', limit: IMAGES_MAX }, { signal }),
      ]);
      return { ...draft, presets, fonts, images: images.items };
    },
    [client, timerId, round],
  );
  // After saving too: the form of a saved draft is of no use.
  if (load.error !== null && !load.isLoading)
    return <ErrorState error={load.error} onRetry={load.reload} isPage />;
  return (
    <Loaded load={load} skeleton={<PageSkeleton />}>
      {(data) => <Designer key={data.frame.timerFrameId} {...data} onSaved={() => setRound(round + 1)} />}
    </Loaded>
  );
}
