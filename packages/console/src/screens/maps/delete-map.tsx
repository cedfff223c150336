import type { MapResponse } from '@vitrine/client';
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { Button } from '../../components/button.tsx';
import { TextField } from '../../components/field.tsx';
import { formatNumber } from '../../components/format.ts';
import { Dialog, SubmitActions } from '../../components/overlays/dialog.tsx';
import { useLoad } from '../../components/pages/use-load.tsx';
import { showToast } from '../../components/toast.tsx';
import { messageOf } from '../../requests/describe-error.ts';
import { useSession } from '../../session/session.ts';
import { mapsTexts } from '../../texts/en/maps/maps.ts';
import { shellTexts } from '../../texts/en/shell.ts';
import { saveLocations } from './save-locations.ts';

interface DeleteMapProps {
  readonly map: MapResponse;
  readonly onClose: () => void;
  readonly onDeleted: () => void;
}

const texts = mapsTexts.deletion;

/** Asks for the name of a map with locations before it is deleted, because nothing restores it. Offers them as a file. */
export function DeleteMap({ map: listed, onClose, onDeleted }: DeleteMapProps): JSX.Element {
  const { client } = useSession();
  // The list may be old: what is lost is what the map has now.
  const load = useLoad((signal) => client.maps.get(listed.id, { signal }), [client, listed.id]);
  const map = load.data ?? listed;
  const [typed, setTyped] = useState('');
  const [busy, setBusy] = useState<'saving' | 'deleting' | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const { name, fields, locationCounts } = map;
  const { total } = locationCounts;
  const isConfirmed = load.data !== null && (total === 0 || typed === name);

  async function run(what: 'saving' | 'deleting', action: () => Promise<void>): Promise<void> {
    setBusy(what);
    setProblem(null);
    try {
      await action();
    } catch (error) {
      setProblem(messageOf(error));
    }
    setBusy(null);
  }

  async function remove(): Promise<void> {
    if (!isConfirmed) return;
    const now = await client.maps.get(map.id);
    load.replace(now);
    if (now.locationCounts.total > 0 && typed !== now.name) return;
    await client.maps.delete(map.id);
    onClose();
    showToast(texts.done(name));
    onDeleted();
  }

  const fieldNames = fields.map((field) => field.name).join(', ');
  return (
    <Dialog
      title={texts.title(name)}
      onClose={onClose}
      onSubmit={() => void run('deleting', remove)}
      actions={
        <SubmitActions
          label={texts.action}
          busy={busy === 'deleting'}
          kind="danger"
          disabled={!isConfirmed}
          onCancel={onClose}
        />
      }
    >
      <p>{texts.loses(mapsTexts.locations(formatNumber(total), total === 1), fieldNames)}</p>
      {total > 0 && (
        <>
          <p>
            <Button
              icon="download"
              busy={busy === 'saving'}
              onClick={() => void run('saving', () => saveLocations(client, map))}
            >
              {texts.save}
            </Button>
          </p>
          <p class="faint">{texts.saveHint}</p>
          <TextField label={texts.confirm(name)} value={typed} onValue={setTyped} />
        </>
      )}
      {(problem !== null || load.error !== null) && (
        <p class="problem" role="alert">
          {problem ?? messageOf(load.error)}
        </p>
      )}
      {load.error !== null && (
        <Button size="small" onClick={load.reload}>
          {shellTexts.retry}
        </Button>
      )}
    </Dialog>
  );
}
