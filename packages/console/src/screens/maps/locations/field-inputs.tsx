import type { MapResponse } from '@vitrine/client';
import type { JSX } from 'preact';
import { SelectField, TextField } from '../../../components/field.tsx';
import { locationTexts } from '../../../texts/en/maps/location.ts';
import { mapsTexts } from '../../../texts/en/maps/maps.ts';
import { type LocationProblems, type LocationTexts, pathOf } from './location-form.ts';

interface FieldInputsProps {
  readonly fields: MapResponse['fields'];
  readonly values: LocationTexts['fields'];
  readonly problems: LocationProblems;
  readonly onValues: (values: LocationTexts['fields']) => void;
}

const { panel } = mapsTexts;
const BOOLEANS = [
  { value: '', label: panel.unset },
  { value: 'true', label: locationTexts.yes },
  { value: 'false', label: locationTexts.no },
];

/** The fields of the map, to be filled in for a location. */
export function FieldInputs({ fields, values, problems, onValues }: FieldInputsProps): JSX.Element {
  return (
    <fieldset class="location-fields">
      <legend class="field-label">{panel.fields}</legend>
      {fields.map((field) => {
        const given = {
          label: field.name,
          value: values[field.name] ?? '',
          problem: problems[pathOf(field)],
          onValue: (text: string) => onValues({ ...values, [field.name]: text }),
        };
        return field.type === 'boolean' ? (
          <SelectField key={field.name} {...given} choices={BOOLEANS} />
        ) : (
          <TextField key={field.name} {...given} inputMode={field.type === 'number' ? 'decimal' : 'text'} />
        );
      })}
    </fieldset>
  );
}
