import type { JSX } from 'preact';
import { MenuButton } from '../../../components/overlays/menu.tsx';
import { showToast } from '../../../components/toast.tsx';
import { messageOf } from '../../../requests/describe-error.ts';
import { openStore } from '../../../requests/open-store.ts';
import { useSession } from '../../../session/session.ts';
import { liveImagesTexts } from '../../../texts/en/live/live-images.ts';
import type { LiveForm } from '../draft/live-form.ts';
import { openPart } from '../draft/part.ts';
import { takenNames } from '../names/variables.ts';
import { keyOf, sourceName, variableName } from '../templates/fill-template.ts';

const texts = liveImagesTexts.source;
const SOURCES_MAX = 3;

/** Adds a source: a record of a store by its key, the first record of a search, or the nearest place of a map. */
export function AddSource({ form }: { readonly form: LiveForm }): JSX.Element {
  const { client } = useSession();
  const { design, named, change, stores, maps } = form;
  const isFull = Object.keys(design.sources).length >= SOURCES_MAX;

  async function addRecord(storeId: string): Promise<void> {
    const store = openStore(client, storeId);
    const focused = document.activeElement;
    try {
      const [detail, newest] = await Promise.all([store.detail(), store.search({ limit: 1 })]);
      const taken = takenNames(named());
      const name = sourceName(detail.name, taken);
      const variables = {};
      const key = keyOf(detail, newest.items[0] ?? null, variables, [...taken, name]);
      change({ variables, sources: { [name]: { kind: 'record', storeId, key } } });
      // Who has gone on elsewhere keeps the focus, and the panel that has it.
      if (document.activeElement === focused) openPart('source', name);
      else showToast(texts.added(name));
    } catch (error) {
      showToast(messageOf(error), { isBad: true });
    }
  }

  function addQuery(storeId: string, title: string): void {
    const name = sourceName(title, takenNames(named()));
    change({
      sources: {
        [name]: { kind: 'query', storeId, filters: [], match: 'all', sortBy: null, sortDir: 'asc' },
      },
    });
    openPart('source', name);
  }

  function addNearest(mapId: number): void {
    const taken = takenNames(named());
    const name = variableName('shop', taken);
    const place = variableName('zip', [...taken, name]);
    change({
      variables: { [place]: { sample: '10001', default: null, maxLength: 100 } },
      sources: {
        [name]: {
          ...{ kind: 'nearest', mapId, place: `{{ ${place} }}` },
          ...{ country: null, lat: null, lng: null, maxDistance: null, unit: null },
        },
      },
    });
    openPart('source', name);
  }

  return (
    <MenuButton
      size="small"
      icon="add"
      label={texts.add}
      items={[
        texts.kinds.record,
        ...stores.map(({ id, name }) => ({
          label: name,
          isDisabled: isFull,
          onSelect: () => void addRecord(id),
        })),
        texts.kinds.query,
        ...stores.map(({ id, name }) => ({
          label: texts.firstOf(name),
          isDisabled: isFull,
          onSelect: () => addQuery(id, name),
        })),
        ...(maps.length === 0 ? [] : [texts.kinds.nearest]),
        ...maps.map(({ id, name }) => ({ label: name, isDisabled: isFull, onSelect: () => addNearest(id) })),
      ]}
    />
  );
}
