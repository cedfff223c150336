import type { AnyRow, StoreDetail } from '@vitrine/client';
import type { JSX } from 'preact';
import { useCallback, useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { IconButton } from '../../../components/button.tsx';
import { SelectField } from '../../../components/field.tsx';
import { Combobox, type Suggestion } from '../../../components/overlays/combobox.tsx';
import { useLoad } from '../../../components/pages/use-load.tsx';
import { openStore } from '../../../requests/open-store.ts';
import { useSession } from '../../../session/session.ts';
import { liveImagesTexts } from '../../../texts/en/live/live-images.ts';
import { showReader } from '../draft/opening.ts';
import { proposeProperties } from '../templates/slots.ts';
import { findExtremes } from './extremes.ts';

const texts = liveImagesTexts.seeAs;
/** The newest records, in which the longest and the shortest values are looked for. */
const READ_MAX = 1_000;
const SUGGESTED = 8;
const SHOWN_MAX = 40;

interface RecordPickerProps {
  readonly storeId: string;
  /** Another text: none is chosen yet. */
  readonly recordId: string | null;
}

/** Chooses a record of a store: by search, one after the other, or by the length of its values. */
export function RecordPicker({ storeId, recordId }: RecordPickerProps): JSX.Element {
  const { client } = useSession();
  const store = useMemo(() => openStore(client, storeId), [client, storeId]);
  const load = useLoad(
    async (signal) => {
      const [detail, found] = await Promise.all([
        store.detail({ signal }),
        store.query({ limit: READ_MAX }, { signal }),
      ]);
      return { detail, rows: found.items };
    },
    [store],
  );
  const first = load.data?.rows[0];
  const isChosen = recordId !== null && recordId !== UNCHOSEN;
  // The newest record is shown until another one is chosen.
  useEffect(() => {
    if (!isChosen && first !== undefined) showReader('record', String(first.id));
  }, [isChosen, first]);
  // The fields are there from the beginning, so that the picture below them stays where it is.
  return (
    <Picker {...(load.data ?? UNREAD)} store={store} recordId={load.data === null ? '' : (recordId ?? '')} />
  );
}

const UNCHOSEN = '?';
const UNREAD = { detail: { properties: [] }, rows: [] };

interface PickerProps {
  readonly store: ReturnType<typeof openStore>;
  readonly detail: Pick<StoreDetail, 'properties'>;
  readonly rows: readonly AnyRow[];
  readonly recordId: string;
}

function Picker({ store, detail, rows, recordId }: PickerProps): JSX.Element {
  const titleName = proposeProperties(detail.properties).title ?? detail.properties[0]?.name ?? 'id';
  const labelOf = (row: AnyRow) => shortened(String(row[titleName] ?? row.id));
  const [text, setText] = useState<string | null>(null);
  const [extreme, setExtreme] = useState('');
  /** The records that the search has offered. */
  const offered = useRef(new Map<string, string>());
  const at = rows.findIndex(({ id }) => String(id) === recordId);
  const shown = rows[at];
  const extremes = useMemo(() => findExtremes(rows, detail.properties), [rows, detail]);
  const suggest = useCallback(
    async (typed: string, signal: AbortSignal): Promise<readonly Suggestion[]> => {
      const search = typed.trim();
      const isText = detail.properties.find(({ name }) => name === titleName)?.type === 'string';
      const filters = [{ field: titleName, op: 'contains', value: search }];
      const isSearched = search !== '' && isText;
      const items = isSearched
        ? (await store.search({ filters, limit: SUGGESTED }, { signal })).items
        : rows.slice(0, SUGGESTED);
      return items.map((row) => {
        offered.current.set(String(row.id), labelOf(row));
        return { value: String(row.id), label: labelOf(row) };
      });
    },
    [store, detail, rows, titleName],
  );
  const step = (by: number) => {
    const next = rows[(at + by + rows.length) % rows.length];
    setText(null);
    setExtreme('');
    if (next !== undefined) showReader('record', String(next.id));
  };
  return (
    <>
      <div class="field record-picker">
        <label for="record-picker">{texts.record}</label>
        <div>
          <Combobox
            id="record-picker"
            label={texts.record}
            placeholder={texts.search}
            value={
              text ?? (shown === undefined ? (offered.current.get(recordId) ?? recordId) : labelOf(shown))
            }
            suggest={suggest}
            onValue={(typed) => {
              const isTaken = offered.current.has(typed);
              setText(isTaken ? null : typed);
              setExtreme('');
              if (isTaken) showReader('record', typed);
            }}
          />
          <IconButton
            icon="chevronLeft"
            label={texts.previous}
            disabled={rows.length < 2}
            onClick={() => step(-1)}
          />
          <IconButton
            icon="chevronRight"
            label={texts.next}
            disabled={rows.length < 2}
            onClick={() => step(1)}
          />
        </div>
      </div>
      <SelectField
        label={texts.extremes}
        value={extreme}
        choices={[
          { value: '', label: texts.chooseExtreme },
          ...extremes.map(({ property, kind, text: found }, index) => ({
            value: String(index),
            label: texts[kind](property, shortened(found)),
          })),
        ]}
        onValue={(index) => {
          const found = extremes[Number(index)];
          setText(null);
          setExtreme(index);
          if (index !== '' && found !== undefined) showReader('record', found.recordId);
        }}
      />
    </>
  );
}

/** Returns the beginning of a long text. */
function shortened(text: string): string {
  const letters = [...text];
  return letters.length <= SHOWN_MAX ? text : `${letters.slice(0, SHOWN_MAX - 1).join('')}…`;
}
