import type { StoreSummary } from '@vitrine/client';
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { Checkbox, SelectField } from '../../components/field.tsx';
import { formatNumber } from '../../components/format.ts';
import { webhooksTexts } from '../../texts/en/webhooks.ts';

const texts = webhooksTexts.dialog;

/** Choices that are not the id of a store. */
const ALL = '';
const SEVERAL = '*';

interface WebhookStoresProps {
  readonly stores: readonly StoreSummary[];
  readonly areAllStores: boolean;
  /** Null: all stores. */
  readonly chosen: readonly string[] | null;
  readonly problem: string | undefined;
  readonly onChoose: (storeIds: readonly string[] | null) => void;
}

/** The choice of all stores, of one, or of several. */
export function WebhookStores(props: WebhookStoresProps): JSX.Element {
  const { stores, areAllStores, chosen, problem, onChoose } = props;
  const [isSeveral, setSeveral] = useState(false);
  const choices = [
    { value: ALL, label: webhooksTexts.allStores },
    ...(stores.length > 1 ? [{ value: SEVERAL, label: texts.severalStores }] : []),
    ...stores.map(({ id, name }) => ({ value: id, label: name })),
  ];
  return (
    <>
      <SelectField
        label={texts.store}
        value={isSeveral ? SEVERAL : (chosen?.[0] ?? ALL)}
        choices={choices}
        problem={problem}
        hint={areAllStores ? null : texts.moreStores(formatNumber(stores.length))}
        onValue={(value) => {
          setSeveral(value === SEVERAL);
          if (value === SEVERAL) onChoose(chosen ?? []);
          else onChoose(value === ALL ? null : [value]);
        }}
      />
      {isSeveral && (
        <fieldset class="webhook-stores">
          <legend class="unseen">{texts.severalStores}</legend>
          {stores.map(({ id, name }) => (
            <Checkbox
              key={id}
              label={name}
              checked={chosen?.includes(id) ?? false}
              onValue={(isOn) => onChoose((chosen ?? []).filter((one) => one !== id).concat(isOn ? id : []))}
            />
          ))}
        </fieldset>
      )}
    </>
  );
}
