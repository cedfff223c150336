import type { JSX } from 'preact';
import { useId } from 'preact/hooks';
import { Button, IconButton } from '../../components/button.tsx';
import { SelectField, TextField } from '../../components/field.tsx';
import { Combobox, type Suggestion } from '../../components/overlays/combobox.tsx';
import { agentsTexts } from '../../texts/en/access/agents.ts';
import {
  type ArgumentField,
  type Arguments,
  argumentText,
  readJson,
  withArgument,
} from './argument-fields.ts';

const texts = agentsTexts.call;

/** The argument that names a store, in every tool that has it. */
const STORE_ARGUMENT = 'storeId';

interface FieldsProps {
  readonly fields: readonly ArgumentField[];
  readonly value: Arguments;
  readonly onValue: (value: Arguments) => void;
  readonly suggestStores: (text: string, signal: AbortSignal) => Promise<readonly Suggestion[]>;
}

/** One input for each argument. An empty one is left out. */
export function ArgumentFields({ fields, value, onValue, suggestStores }: FieldsProps): JSX.Element {
  return (
    <div class="agent-fields">
      {fields.map((field) => (
        <ArgumentInput
          key={field.name}
          field={field}
          value={value[field.name]}
          suggestStores={suggestStores}
          onValue={(next) => onValue(withArgument(value, field.name, next))}
        />
      ))}
    </div>
  );
}

interface InputProps extends Pick<FieldsProps, 'suggestStores'> {
  readonly field: ArgumentField;
  readonly value: unknown;
  readonly onValue: (value: unknown) => void;
}

function ArgumentInput({ field, value, onValue, suggestStores }: InputProps): JSX.Element {
  const label = field.isRequired ? `${field.name} (${texts.required})` : field.name;
  const hint = field.description;
  const text = argumentText(value);
  if (field.kind === 'rows') {
    return <Rows field={field} value={value} onValue={onValue} suggestStores={suggestStores} />;
  }
  if (field.kind === 'choice') {
    const choices = field.choices.map((choice) => ({ value: choice, label: choice }));
    return (
      <SelectField
        label={label}
        hint={hint}
        value={text}
        choices={[{ value: '', label: texts.leftOut }, ...choices]}
        onValue={onValue}
      />
    );
  }
  if (field.name === STORE_ARGUMENT) {
    return <StoreInput label={label} hint={hint} value={text} suggest={suggestStores} onValue={onValue} />;
  }
  const read = field.kind === 'json' ? readJson : (typed: string) => typed;
  return (
    <TextField
      label={label}
      hint={hint}
      value={text}
      onValue={(typed) => onValue(typed === '' ? '' : read(typed))}
    />
  );
}

interface StoreInputProps {
  readonly label: string;
  readonly hint: string | null;
  readonly value: string;
  readonly suggest: FieldsProps['suggestStores'];
  readonly onValue: (value: string) => void;
}

function StoreInput({ label, hint, value, suggest, onValue }: StoreInputProps): JSX.Element {
  const id = useId();
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <Combobox id={id} label={label} value={value} suggest={suggest} onValue={onValue} />
      <p class="hint">{hint}</p>
    </div>
  );
}

function Rows({
  field,
  value,
  onValue,
  suggestStores,
}: InputProps & { readonly field: Extract<ArgumentField, { kind: 'rows' }> }): JSX.Element {
  const rows = (Array.isArray(value) ? value : []) as readonly Arguments[];
  const change = (next: readonly Arguments[]) => onValue(next.length === 0 ? '' : next);
  return (
    <fieldset class="agent-rows">
      <legend>
        {field.name}
        {field.isRequired && ` (${texts.required})`}
      </legend>
      {rows.map((row, index) => {
        const name = texts.item(field.name, index + 1);
        return (
          <div key={index} class="agent-row" role="group" aria-label={name}>
            <ArgumentFields
              fields={field.fields}
              value={row}
              suggestStores={suggestStores}
              onValue={(changed) => change(rows.with(index, changed))}
            />
            <IconButton
              icon="trash"
              label={texts.remove(name)}
              onClick={() => change(rows.toSpliced(index, 1))}
            />
          </div>
        );
      })}
      <Button size="small" icon="add" onClick={() => change([...rows, {}])}>
        {texts.add(field.name)}
      </Button>
      <p class="hint">{field.description}</p>
    </fieldset>
  );
}
