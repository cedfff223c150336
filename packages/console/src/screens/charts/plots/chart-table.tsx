import type { JSX } from 'preact';
import { formatNumber } from '../../../components/format.ts';
import { addressWithFilters } from '../../../records/views/filter-address.ts';
import type { FilterSet } from '../../../records/views/filter-set.ts';
import { Link } from '../../../router/link.tsx';
import { chartsTexts as texts } from '../../../texts/en/stores/charts.ts';
import type { ChartView } from '../model/chart-address.ts';
import { keyLabel } from '../model/chart-model.ts';
import { formatExact } from '../model/chart-numbers.ts';
import { countsRecords, fieldTitle, measureTitle } from '../model/chart-texts.ts';
import type { ChartData, ChartGroup } from '../model/load-chart.ts';

interface ChartTableProps {
  readonly view: ChartView;
  readonly data: ChartData;
  readonly title: string;
  /** The path of the grid. */
  readonly records: string;
  readonly filtersOf: (group: ChartGroup) => FilterSet | null;
}

/** The numbers of a chart exactly as the server says them, with links to the records of each group. */
export function ChartTable({ view, data, title, records, filtersOf }: ChartTableProps): JSX.Element {
  const { fields, groups } = data;
  const hasCount = !countsRecords(view);
  return (
    <div class="table-scroll chart-table" tabIndex={0} role="region" aria-label={texts.table}>
      <table class="table">
        <caption class="unseen">{title}</caption>
        <thead>
          <tr>
            {fields.map((field) => (
              <th key={field.column.name} scope="col">
                {fieldTitle(field)}
              </th>
            ))}
            <th scope="col" class="number">
              {measureTitle(view)}
            </th>
            {hasCount && (
              <th scope="col" class="number">
                {texts.records}
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {groups.map((group) => {
            const filters = filtersOf(group);
            const labels = fields.map((field, place) => keyLabel(field, group.key[place] ?? null));
            return (
              <tr key={JSON.stringify(group.key)}>
                {labels.map((label, place) =>
                  place === 0 ? (
                    <th key={place} scope="row">
                      {filters === null ? (
                        label
                      ) : (
                        <Link to={addressWithFilters(records, filters)}>
                          {label}
                          {labels.length > 1 && <span class="unseen">, {labels.slice(1).join(', ')}</span>}
                        </Link>
                      )}
                    </th>
                  ) : (
                    <td key={place}>{label}</td>
                  ),
                )}
                <td class="number">
                  {group.value === null ? (
                    <span class="faint">{texts.unsetMeasure}</span>
                  ) : (
                    formatExact(group.value, data.format)
                  )}
                </td>
                {hasCount && <td class="number">{formatNumber(group.count)}</td>}
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}
