import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { ErrorState, PageSkeleton } from '../../../components/pages/states.tsx';
import { Loaded, useLoad } from '../../../components/pages/use-load.tsx';
import { useSession } from '../../../session/session.ts';
import { adoptStyles } from '../../../styles/adopt-styles.ts';
import templateField from '../data/template-field.css';
import valuesPanel from '../data/values-panel.css';
import { openDraft } from '../draft/open-draft.ts';
import mailPanel from '../output/mail-panel.css';
import rulePanel from '../rules/rule-panel.css';
import layout from './designer.css';
import { Designer } from './designer.tsx';
import partLists from './part-lists.css';
import seeAs from './see-as.css';
import stage from './stage.css';

const STYLES = [layout, partLists, seeAs, stage, templateField, valuesPanel, mailPanel, rulePanel];
for (const text of STYLES) adoptStyles(text);

const IMAGES_MAX = 100;
const STORES_MAX = 200;

interface DesignerScreenProps {
  readonly params: Readonly<Record<string, string>>;
}

/** Designs a new live image, or changes a saved one. */
export default function DesignerScreen({ params }: DesignerScreenProps): JSX.Element {
  const { client } = useSession();
  const imageId = params.imageId === undefined ? null : Number(params.imageId);
  // Saving ends a draft; the next round opens another one.
  const [round, setRound] = useState(0);
  const load = useLoad(
    async (signal) => {
      const [draft, fonts, images, presets, stores, maps] = await Promise.all([
        openDraft(client, imageId, signal),
        client.fonts.list({}, { signal }),
        client.images.list({ type: 'static', limit: IMAGES_MAX }, { signal }),
        client.timers.presets({ signal }),
        client.stores.list({ limit: 100 }, { signal }).all(STORES_MAX),
        client.maps.list({ limit: 100 }, { signal }).all(STORES_MAX),
      ]);
      return { ...draft, fonts, images: images.items, presets, stores, maps };
    },
    [client, imageId, round],
  );
  // After saving too: the form of a saved draft is of no use.
  if (load.error !== null && !load.isLoading)
    return <ErrorState error={load.error} onRetry={load.reload} isPage />;
  return (
    <Loaded load={load} skeleton={<PageSkeleton />}>
      {(data) => <Designer key={data.draft.draftId} {...data} onSaved={() => setRound(round + 1)} />}
    </Loaded>
  );
}
