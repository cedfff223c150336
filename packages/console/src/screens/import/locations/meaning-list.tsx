import type { InferStoreResponse, MapResponse } from '@vitrine/client';
import type { JSX } from 'preact';
import { type Choice, SelectField } from '../../../components/field.tsx';
import { locationTexts } from '../../../texts/en/maps/location.ts';
import { locationImportTexts } from '../../../texts/en/maps/location-import.ts';
import type { LocationPlan, Meaning } from './location-columns.ts';

const imports = locationImportTexts;

interface MeaningListProps {
  readonly map: MapResponse;
  readonly found: InferStoreResponse;
  readonly plan: LocationPlan;
  readonly onPlan: (plan: LocationPlan) => void;
}

/** The columns of the file, and what each means for a location. */
export function MeaningList({ map, found, plan, onPlan }: MeaningListProps): JSX.Element {
  return (
    <section class="import-part">
      <h2>{imports.columns}</h2>
      <ul class="import-columns import-meanings card">
        {found.properties.map(({ column, samples }, at) => (
          <li key={at}>
            <div class="source">
              <bdi class="name">{column}</bdi>
              <span class="samples cut faint" dir="auto">
                {samples.join(' · ').slice(0, 200)}
              </span>
            </div>
            <SelectField<Meaning>
              label={imports.meaningOf(column)}
              isLabelUnseen
              value={plan.meanings[at] ?? 'skip'}
              choices={choicesOf(map, at === plan.key)}
              onValue={(meaning) => onPlan({ ...plan, meanings: plan.meanings.with(at, meaning) })}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}

function choicesOf({ fields }: MapResponse, isKey: boolean): readonly Choice<Meaning>[] {
  return [
    { value: 'skip', label: isKey ? imports.onlyKey : imports.skip },
    { value: 'name', label: locationTexts.name },
    { value: 'address', label: imports.addressPart },
    { value: 'lat', label: imports.latitude },
    { value: 'lng', label: imports.longitude },
    { value: 'newField', label: imports.newField },
    ...fields.map(({ name }) => ({ value: `field:${name}` as const, label: imports.field(name) })),
  ];
}
