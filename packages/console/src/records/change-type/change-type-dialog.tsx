import type { ChangePropertyTypeRequest, StoreDetail } from '@vitrine/client';
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { Checkbox, SelectField } from '../../components/field.tsx';
import { Dialog, SubmitActions } from '../../components/overlays/dialog.tsx';
import { Delayed } from '../../components/pages/states.tsx';
import { useLoad } from '../../components/pages/use-load.tsx';
import { showToast } from '../../components/toast.tsx';
import { messageOf, problemsByField } from '../../requests/describe-error.ts';
import { useSession } from '../../session/session.ts';
import { changeTypeTexts as texts } from '../../texts/en/stores/change-type.ts';
import { storesTexts } from '../../texts/en/stores/stores.ts';
import type { PropertyType } from '../value-types.ts';
import { TypeTrial } from './type-trial.tsx';

interface ChangeTypeDialogProps {
  readonly store: Pick<StoreDetail, 'id' | 'name'>;
  readonly property: { readonly name: string; readonly type: PropertyType };
  readonly onClose: () => void;
  readonly onChanged: (detail: StoreDetail) => void;
}

type Form = Pick<ChangePropertyTypeRequest, 'decimal' | 'dates'>;

/** Milliseconds between two looks at a change that is under way. */
const LOOK_EVERY = 200;

/** Changes the type of a property, after a trial of all its values. */
export function ChangeTypeDialog(props: ChangeTypeDialogProps): JSX.Element {
  const { store, property, onClose, onChanged } = props;
  const { client } = useSession();
  const { name } = property;
  const types = (Object.keys(storesTexts.types) as PropertyType[]).filter((type) => type !== property.type);
  const [type, setType] = useState<PropertyType>(property.type === 'string' ? 'number' : 'string');
  const [form, setForm] = useState<Form>({});
  const [asked, setAsked] = useState<keyof Form | null>(null);
  const [isUnset, setUnset] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const load = useLoad(
    async (signal) => {
      try {
        const trial = { type, ...form, dryRun: true };
        return await client.stores.properties.changeType(store, name, trial, { signal });
      } catch (error) {
        const { decimal, dates } = problemsByField(error, ['decimal', 'dates']);
        if (decimal === undefined && dates === undefined) throw error;
        // Nothing in the values decides it, so the person does.
        setAsked(decimal === undefined ? 'dates' : 'decimal');
        return null;
      }
    },
    [client, store.id, name, type, form.decimal, form.dates],
  );
  const trial = load.isLoading ? null : load.data;
  const lost = trial?.refused ?? 0;

  async function submit(): Promise<void> {
    setBusy(true);
    try {
      await client.stores.properties.changeType(store, name, { type, ...form, unset: isUnset });
      const detail = await settled();
      onChanged(detail);
      onClose();
      const isChanged = detail.properties.some((one) => one.name === name && one.type === type);
      showToast(isChanged ? texts.changed(name, storesTexts.types[type]) : texts.notChanged(name), {
        isBad: !isChanged,
      });
    } catch (error) {
      setProblem(messageOf(error));
      setBusy(false);
    }
  }

  /** Waits until the server has converted all values, or given the change up. */
  async function settled(): Promise<StoreDetail> {
    for (;;) {
      const detail = await client.stores.get(store);
      if (detail.properties.every((one) => one.name !== name || one.becoming === undefined)) return detail;
      await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY));
    }
  }

  const choose = (chosen: PropertyType) => {
    setType(chosen);
    setForm({});
    setAsked(null);
    setUnset(false);
    setProblem(null);
  };

  return (
    <Dialog
      title={texts.title(name)}
      onClose={onClose}
      onSubmit={() => void submit()}
      actions={
        <SubmitActions
          label={texts.change}
          busy={isBusy}
          disabled={trial === null || (lost > 0 && !isUnset)}
          onCancel={onClose}
        />
      }
    >
      <SelectField
        label={texts.type}
        value={type}
        choices={types.map((value) => ({ value, label: storesTexts.types[value] }))}
        onValue={choose}
      />
      {asked === 'decimal' && (
        <SelectField
          label={texts.decimal}
          value={form.decimal ?? ''}
          choices={[
            { value: '', label: texts.choose, isDisabled: true },
            { value: 'point', label: texts.decimals.point },
            { value: 'comma', label: texts.decimals.comma },
          ]}
          onValue={(decimal) => decimal !== '' && setForm({ decimal })}
        />
      )}
      {asked === 'dates' && (
        <SelectField
          label={texts.dates}
          value={form.dates ?? ''}
          choices={[
            { value: '', label: texts.choose, isDisabled: true },
            { value: 'dmy', label: texts.orders.dmy },
            { value: 'mdy', label: texts.orders.mdy },
          ]}
          onValue={(dates) => dates !== '' && setForm({ dates })}
        />
      )}
      {load.isLoading && (
        <Delayed>
          <p class="faint">{texts.trying}</p>
        </Delayed>
      )}
      {trial !== null && <TypeTrial trial={trial} />}
      {lost > 0 && <Checkbox label={texts.unset} checked={isUnset} onValue={setUnset} />}
      <p class="faint">{texts.hint}</p>
      {(problem !== null || load.error !== null) && (
        <p class="problem" role="alert">
          {problem ?? messageOf(load.error)}
        </p>
      )}
    </Dialog>
  );
}
