import type { LiveImageDetail } from '@vitrine/client';
import type { JSX } from 'preact';
import { useEffect, useMemo, useState } from 'preact/hooks';
import { Button } from '../../../components/button.tsx';
import { SelectField } from '../../../components/field.tsx';
import { fileNameOf, saveStream } from '../../../components/files/save-file.ts';
import { messageOf } from '../../../requests/describe-error.ts';
import { openStore } from '../../../requests/open-store.ts';
import { useSession } from '../../../session/session.ts';
import { liveImagesTexts } from '../../../texts/en/live/live-images.ts';
import type { LiveForm } from '../draft/live-form.ts';

const texts = liveImagesTexts.links;

interface LinkListProps {
  readonly image: LiveImageDetail;
  readonly form: LiveForm;
}

/** Makes a CSV of all records of a store with their URLs, signed if the image is, for a mail tool. */
export function LinkList({ image, form }: LinkListProps): JSX.Element | null {
  const { client } = useSession();
  const { stores } = form;
  const [storeId, setStoreId] = useState(() => storeOfSources(form) ?? stores[0]?.id ?? '');
  const [progress, setProgress] = useState<'busy' | { readonly problem: unknown } | null>(null);
  const aborting = useMemo(() => new AbortController(), []);
  useEffect(() => () => aborting.abort(), [aborting]);
  if (stores.length === 0) return null;
  const store = stores.find(({ id }) => id === storeId);
  const isBusy = progress === 'busy';

  async function make(): Promise<void> {
    const { signal } = aborting;
    setProgress('busy');
    try {
      const stream = await openStore(client, storeId).export(
        { format: 'csv', liveLinks: image.id },
        { signal },
      );
      await saveStream(stream, fileNameOf(image.name, 'csv'), 'text/csv');
      setProgress(null);
    } catch (error) {
      if (!signal.aborted) setProgress({ problem: error });
    }
  }

  return (
    <details class="link-list">
      <summary>{texts.title}</summary>
      <div>
        <p class="faint">{image.access === 'signed' ? texts.signedHint : texts.openHint}</p>
        <SelectField
          label={texts.store}
          value={storeId}
          choices={stores.map(({ id, name }) => ({ value: id, label: name }))}
          onValue={setStoreId}
        />
        <p class="faint">{texts.columns(image.variables.join(', '))}</p>
        <Button icon="download" busy={isBusy} disabled={store === undefined} onClick={() => void make()}>
          {texts.make}
        </Button>
        {progress !== null && progress !== 'busy' && (
          <p class="problem" role="alert">
            {messageOf(progress.problem)}
          </p>
        )}
      </div>
    </details>
  );
}

/** Returns the store of the first source that has one. */
function storeOfSources({ design }: LiveForm): string | undefined {
  return Object.values(design.sources).flatMap((source) =>
    source.kind === 'nearest' ? [] : [source.storeId],
  )[0];
}
