import type { StoreDetail } from '@vitrine/client';
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { SelectField } from '../../components/field.tsx';
import { liveStartTexts as texts } from '../../texts/en/live/start.ts';
import { fitsSlot, PROPERTY_SLOTS, type SlotName, type SlotProperties } from './templates/slots.ts';

interface SlotFieldsProps {
  readonly store: StoreDetail;
  readonly properties: SlotProperties;
  readonly onChange: (properties: SlotProperties) => void;
}

/** The property that fills each place of a template, as it was proposed or as it was corrected. */
export function SlotFields({ store, properties, onChange }: SlotFieldsProps): JSX.Element {
  const [isOpen, setOpen] = useState(false);
  const found = PROPERTY_SLOTS.flatMap((slot) => (properties[slot] === undefined ? [] : [slot]));
  const names = found.map((slot) => `${texts.slots[slot]}: ${properties[slot]}`);
  return (
    <details class="slot-fields" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        {texts.properties} <span class="faint">{names.join(' · ') || texts.noProperties}</span>
      </summary>
      {isOpen && (
        <div>
          {PROPERTY_SLOTS.map((slot) => (
            <SlotField key={slot} {...{ slot, store, properties, onChange }} />
          ))}
        </div>
      )}
    </details>
  );
}

function SlotField(props: SlotFieldsProps & { readonly slot: SlotName }): JSX.Element | null {
  const { slot, store, properties, onChange } = props;
  const fitting = store.properties.filter((property) => fitsSlot(property, slot));
  if (fitting.length === 0) return null;
  const { [slot]: chosen, ...others } = properties;
  return (
    <SelectField
      label={texts.slots[slot]}
      value={chosen ?? ''}
      choices={[
        { value: '', label: texts.fromUrl },
        ...fitting.map(({ name }) => ({ value: name, label: name })),
      ]}
      onValue={(name) => onChange(name === '' ? others : { ...others, [slot]: name })}
    />
  );
}
