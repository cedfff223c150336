import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { Button } from '../../components/button.tsx';
import { SelectField, TextField } from '../../components/field.tsx';
import { Dialog } from '../../components/overlays/dialog.tsx';
import { useCreation } from '../../requests/creation.ts';
import { messageOf } from '../../requests/describe-error.ts';
import { navigate, rememberPage } from '../../router/location.ts';
import { useSession } from '../../session/session.ts';
import { mapsTexts } from '../../texts/en/maps/maps.ts';
import { shellTexts } from '../../texts/en/shell.ts';
import { UNITS } from './edit-map.tsx';

const { dialog } = mapsTexts;

/** Asks for the name and the unit of a new map, and opens it. */
export function CreateMap({ onClose }: { readonly onClose: () => void }): JSX.Element {
  const { client } = useSession();
  const add = useCreation(client.maps.create);
  const [name, setName] = useState('');
  const [unit, setUnit] = useState<'mi' | 'km'>('km');
  const [problem, setProblem] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);

  async function create(): Promise<void> {
    if (name.trim() === '') {
      setProblem(dialog.nameMissing);
      return;
    }
    setBusy(true);
    const isHere = rememberPage();
    try {
      const map = await add({ name, unit, maxResults: 100 });
      if (isHere()) navigate(`/maps/${map.id}`, { replace: true, isSaved: true });
    } catch (error) {
      setProblem(messageOf(error));
      setBusy(false);
    }
  }

  return (
    <Dialog
      title={dialog.title}
      width={420}
      onClose={onClose}
      onSubmit={() => void create()}
      actions={
        <>
          <Button onClick={onClose}>{shellTexts.cancel}</Button>
          <Button kind="primary" type="submit" busy={isBusy}>
            {dialog.action}
          </Button>
        </>
      }
    >
      <TextField label={dialog.name} value={name} onValue={setName} problem={problem} maxLength={200} />
      <SelectField label={dialog.unit} value={unit} onValue={setUnit} choices={UNITS} />
    </Dialog>
  );
}
