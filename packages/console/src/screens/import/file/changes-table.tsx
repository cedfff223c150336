import type { ImportResponse, StorePropertyRequest } from '@vitrine/client';
import type { JSX } from 'preact';
import { formatNumber } from '../../../components/format.ts';
import { sayValue } from '../../../records/value-types.ts';
import { importTexts as texts } from '../../../texts/en/stores/import.ts';

type Changes = NonNullable<ImportResponse['changes']>;
type Value = string | number | boolean | null;

/** What says how the values of a property are shown. */
export type ShownProperty = Pick<StorePropertyRequest, 'name' | 'type' | 'format'>;

interface ChangesTableProps {
  readonly changes: Changes;
  readonly updated: number;
  /** How values are shown. One without a property is shown as it is. */
  readonly properties?: readonly ShownProperty[];
}

/** The records that a dry run would change, with their old and new values. */
export function ChangesTable({ changes, updated, properties = [] }: ChangesTableProps): JSX.Element {
  const propertyOf = (name: string) => properties.find((property) => property.name === name);
  return (
    <section class="import-part">
      <h2>{texts.changes}</h2>
      {updated > changes.length && <p class="faint">{texts.changesNote(formatNumber(changes.length))}</p>}
      <div class="table-scroll" tabIndex={0} role="region" aria-label={texts.changes}>
        <table class="table">
          <thead>
            <tr>
              <th scope="col">{texts.record}</th>
              <th scope="col">{texts.field}</th>
              <th scope="col">{texts.from}</th>
              <th scope="col">{texts.to}</th>
            </tr>
          </thead>
          <tbody>
            {changes.flatMap(({ row, id, changes: fields }) =>
              Object.entries(fields).map(([name, { from, to }], at) => (
                <tr key={`${row} ${name}`}>
                  <td class="mono">{at === 0 && <bdi class="import-cell cut">{id}</bdi>}</td>
                  <td>{name}</td>
                  <td>
                    <del>
                      <Shown value={from} property={propertyOf(name)} />
                    </del>
                  </td>
                  <td>
                    <ins>
                      <Shown value={to} property={propertyOf(name)} />
                    </ins>
                  </td>
                </tr>
              )),
            )}
          </tbody>
        </table>
      </div>
    </section>
  );
}

const SHOWN_MAX = 200;

interface ShownProps {
  readonly value: Value;
  readonly property: ShownProperty | undefined;
}

function Shown({ value, property }: ShownProps): JSX.Element {
  if (value === null) return <span class="faint">{texts.unset}</span>;
  const text = property === undefined ? String(value) : sayValue(value, property);
  return <bdi class="import-cell cut">{text.slice(0, SHOWN_MAX)}</bdi>;
}
