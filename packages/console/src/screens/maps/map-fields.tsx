import type { LocationResponse, MapResponse } from '@vitrine/client';
import type { JSX } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { Button, IconButton } from '../../components/button.tsx';
import { SelectField, TextField } from '../../components/field.tsx';
import { formatNumber } from '../../components/format.ts';
import { mapsTexts } from '../../texts/en/maps/maps.ts';

type Fields = MapResponse['fields'];

interface MapFieldsProps {
  readonly fields: Fields;
  /** Those that the map has now. */
  readonly stored: Fields;
  readonly locations: readonly LocationResponse[];
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
export function MapFields({ fields, stored, locations, problems, onFields }: MapFieldsProps): JSX.Element {
  const list = useRef<HTMLFieldSetElement>(null);
  const hasAdded = useRef(false);
  useLayoutEffect(() => {
    if (hasAdded.current) [...(list.current?.querySelectorAll('input') ?? [])].at(-1)?.focus();
    hasAdded.current = false;
  }, [fields.length]);
  // A new field of the same name and type has the values of the removed one.
  const removed = stored.filter(
    ({ name, type }) => !fields.some((field) => field.name === name && field.type === type),
  );
  const lost = removed.map(({ name }) => ({ name, count: countValues(locations, name) }));
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
      {lost.map(({ name, count }) => (
        <p key={name} class="note warn" role="status">
          {texts.loses(name, formatNumber(count), count)}
        </p>
      ))}
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

function countValues(locations: readonly LocationResponse[], name: string): number {
  return locations.filter(({ fields }) => fields[name] !== undefined && fields[name] !== null).length;
}
