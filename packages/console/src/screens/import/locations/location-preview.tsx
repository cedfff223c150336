import type { AddLocationRequest, InferStoreResponse, MapResponse } from '@vitrine/client';
import type { JSX } from 'preact';
import { Icon } from '../../../components/icon.tsx';
import { locationTexts } from '../../../texts/en/maps/location.ts';
import { locationImportTexts } from '../../../texts/en/maps/location-import.ts';
import { importTexts } from '../../../texts/en/stores/import.ts';
import type { FileRow } from '../file/rows/file-rows.ts';
import type { LocationPlan } from './location-columns.ts';
import { fieldsOf, readLocation } from './location-problem.ts';

const imports = locationImportTexts;

interface LocationPreviewProps {
  readonly rows: readonly FileRow[];
  readonly found: InferStoreResponse;
  readonly plan: LocationPlan;
  readonly map: MapResponse;
}

/** The first rows of the file as locations. */
export function LocationPreview({ rows, found, plan, map }: LocationPreviewProps): JSX.Element | null {
  if (rows.length === 0) return null;
  const fields = fieldsOf(map, found, plan);
  const locations = rows.map((row) => readLocation(row, found, plan, fields));
  const used = fields.filter(({ name }) =>
    locations.some(({ location }) => Object.hasOwn(location.fields ?? {}, name)),
  );
  return (
    <section class="import-part">
      <h2>{imports.preview}</h2>
      <div class="table-scroll" tabIndex={0} role="region" aria-label={imports.preview}>
        <table class="table">
          <thead>
            <tr>
              {plan.key !== null && <th scope="col">{imports.isKey}</th>}
              <th scope="col">{locationTexts.name}</th>
              <th scope="col">{locationTexts.address}</th>
              <th scope="col">{imports.coordinates}</th>
              {used.map(({ name }) => (
                <th key={name} scope="col">
                  <bdi>{name}</bdi>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {locations.map(({ location, problem }, at) => (
              <tr key={at}>
                {plan.key !== null && <Cell value={location.uniqueId} />}
                <Cell value={location.name} />
                <Cell value={location.address} problem={problem} />
                <Cell value={coordinatesOf(location)} />
                {used.map(({ name }) => (
                  <Cell key={name} value={location.fields?.[name]} />
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

interface CellProps {
  readonly value: unknown;
  /** Why the row will be refused. */
  readonly problem?: string | null;
}

function Cell({ value, problem = null }: CellProps): JSX.Element {
  const text = typeof value === 'boolean' ? locationTexts[value ? 'yes' : 'no'] : String(value ?? '');
  if (problem !== null) {
    return (
      <td class="refused" title={problem}>
        <Icon name="alert" />
        <span class="import-cell cut">{problem}</span>
      </td>
    );
  }
  if (text === '') return <td class="faint">{importTexts.unset}</td>;
  return (
    <td>
      <bdi class="import-cell cut">{text.slice(0, 200)}</bdi>
    </td>
  );
}

function coordinatesOf({ lat, lng }: AddLocationRequest): string | null {
  return lat === undefined || lng === undefined ? null : `${lat}, ${lng}`;
}
