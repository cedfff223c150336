import type { AnyRow, LiveImageDetail } from '@vitrine/client';
import type { JSX } from 'preact';
import { useEffect, useMemo, useState } from 'preact/hooks';
import { Button } from '../../../components/button.tsx';
import { SelectField } from '../../../components/field.tsx';
import { type CsvCell, csvOf } from '../../../components/files/csv.ts';
import { fileNameOf, saveFile } from '../../../components/files/save-file.ts';
import { formatNumber } from '../../../components/format.ts';
import { messageOf } from '../../../session/describe-error.ts';
import { openStore } from '../../../session/open-store.ts';
import { useSession } from '../../../session/session.ts';
import { liveImagesTexts } from '../../../texts/en/live/live-images.ts';
import type { LiveForm } from '../draft/live-form.ts';

const texts = liveImagesTexts.links;
const AT_ONCE = 100;

interface LinkListProps {
  readonly image: LiveImageDetail;
  readonly form: LiveForm;
}

interface Progress {
  readonly done: number;
  readonly problem: unknown;
}

/** Makes the URLs of all records of a store, signed if the image is, as a CSV for a mail tool. */
export function LinkList({ image, form }: LinkListProps): JSX.Element | null {
  const { client } = useSession();
  const { stores } = form;
  const [storeId, setStoreId] = useState(() => storeOfSources(form) ?? stores[0]?.id ?? '');
  const [progress, setProgress] = useState<Progress | null>(null);
  const aborting = useMemo(() => new AbortController(), []);
  useEffect(() => () => aborting.abort(), [aborting]);
  if (stores.length === 0) return null;
  const store = stores.find(({ id }) => id === storeId);
  const isBusy = progress !== null && progress.problem === null;

  async function make(): Promise<void> {
    const { signal } = aborting;
    const rows: (readonly CsvCell[])[] = [];
    const { variables } = image;
    setProgress({ done: 0, problem: null });
    try {
      let cursor: string | undefined;
      do {
        const page = await openStore(client, storeId).list(
          { limit: AT_ONCE, ...(cursor === undefined ? {} : { cursor }) },
          { signal },
        );
        const values = page.items.map((row) => valuesOf(row, variables));
        if (values.length > 0) {
          const { links } = await client.liveImages.links(
            image.id,
            { links: values.map((one) => ({ variables: one })) },
            { signal },
          );
          for (const [at, link] of links.entries())
            rows.push([...variables.map((name) => values[at]?.[name] ?? null), link.url, link.clickUrl]);
        }
        setProgress({ done: rows.length, problem: null });
        cursor = page.cursor;
      } while (cursor !== undefined);
      const text = csvOf([[...variables, 'liveUrl', 'liveClickUrl'], ...rows]);
      saveFile(new Blob([text], { type: 'text/csv;charset=utf-8' }), fileNameOf(image.name, 'csv'));
      setProgress(null);
    } catch (error) {
      if (!signal.aborted) setProgress({ done: rows.length, problem: error });
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
        <p class="soft number" role="status">
          {isBusy && texts.progress(formatNumber(progress.done))}
        </p>
        {progress !== null && progress.problem !== null && (
          <p class="problem">{messageOf(progress.problem)}</p>
        )}
      </div>
    </details>
  );
}

/** Returns the values of the variables: the properties of the same names that are set. */
function valuesOf(row: AnyRow, variables: readonly string[]): Readonly<Record<string, string>> {
  return Object.fromEntries(
    variables.flatMap((name) => {
      const value = row[name];
      return value === null || value === undefined ? [] : [[name, String(value)]];
    }),
  );
}

/** Returns the store of the first source that has one. */
function storeOfSources({ design }: LiveForm): string | undefined {
  return Object.values(design.sources).flatMap((source) =>
    source.kind === 'nearest' ? [] : [source.storeId],
  )[0];
}
