import type { MapResponse } from '@vitrine/client';
import type { JSX } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { Button, IconButton } from '../../components/button.tsx';
import { SelectField, TextField } from '../../components/field.tsx';
import { formatNumber } from '../../components/format.ts';
import { mapsTexts } from '../../texts/en/maps/maps.ts';

type Fields = MapResponse['fields'];

/** A field that is removed. */
export interface LostField {
  readonly name: string;
  /** The locations that have a value of it. Null: they are being counted, or could not be. */
  readonly count: number | null;
  /** Whether the map has more locations than were counted. */
  readonly isCut: boolean;
}

interface MapFieldsProps {
  readonly fields: Fields;
  /** Those that the map has now. */
  readonly stored: Fields;
  /** Those of the stored ones that the form removes, with what is lost of them. */
  readonly lost: readonly LostField[];
  /** Whether it could not be counted what is lost. */
  readonly isUncounted: boolean;
  /** By path, as the server names it: `fields[0].name`. */
  readonly problems: Readonly<Record<string, string>>;
  readonly onFields: (fields: Fields) => void;
}

const texts = mapsTexts.edit;
const FIELDS_MAX = 20;
const TYPES = [
  { value: 'string', label: texts.types.string },
  { value: 'number', label: texts.types.number },
  { value: 'boolean', label: texts.types.boolean },
] as const;

/** The fields of a map. The interface has no way to rename one: a new name is a new field. */
export function MapFields(props: MapFieldsProps): JSX.Element {
  const { fields, stored, lost, isUncounted, problems, onFields } = props;
  const list = useRef<HTMLFieldSetElement>(null);
  const hasAdded = useRef(false);
  useLayoutEffect(() => {
    if (hasAdded.current) [...(list.current?.querySelectorAll('input') ?? [])].at(-1)?.focus();
    hasAdded.current = false;
  }, [fields.length]);
  return (
    <fieldset ref={list} class="map-fields">
      <legend class="field-label">{mapsTexts.panel.fields}</legend>
      {fields.length === 0 && <p class="faint">{texts.noFields}</p>}
      {fields.map((field, at) => {
        const change = (changes: Partial<Fields[number]>) =>
          onFields(fields.with(at, { ...field, ...changes }));
        const remove = (
          <IconButton
            icon="trash"
            label={texts.removeField(field.name)}
            onClick={() => onFields(fields.toSpliced(at, 1))}
          />
        );
        if (stored.includes(field)) {
          return (
            <div key={field.name} class="map-field">
              <span class="cut" dir="auto" title={field.name}>
                {field.name}
              </span>
              <span class="soft">{texts.types[field.type]}</span>
              {remove}
            </div>
          );
        }
        return (
          <div key={at} class="map-field">
            <TextField
              label={texts.fieldName}
              isLabelUnseen
              placeholder={texts.fieldName}
              value={field.name}
              problem={problems[`fields[${at}].name`]}
              onValue={(name) => change({ name })}
            />
            <SelectField
              label={texts.fieldType}
              isLabelUnseen
              value={field.type}
              choices={TYPES}
              onValue={(type) => change({ type })}
            />
            {remove}
          </div>
        );
      })}
      {problems.fields && (
        <p class="problem" role="alert">
          {problems.fields}
        </p>
      )}
      {lost.map(({ name, count, isCut }) =>
        count === null && isUncounted ? null : (
          <p key={name} class="note warn" role="status">
            {count === null
              ? texts.counting(name)
              : texts.loses(name, formatNumber(count), { number: count, isCut })}
          </p>
        ),
      )}
      {fields.length < FIELDS_MAX && (
        <Button
          size="small"
          icon="add"
          onClick={() => {
            hasAdded.current = true;
            onFields([...fields, { name: '', type: 'string' }]);
          }}
        >
          {texts.addField}
        </Button>
      )}
    </fieldset>
  );
}
