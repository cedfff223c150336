import type { AnyStore, Store, StoreDetail } from '@vitrine/client';
import type { JSX } from 'preact';
import { useMemo, useRef } from 'preact/hooks';
import { fileNameOf, saveFile } from '../../components/files/save-file.ts';
import { formatNumber } from '../../components/format.ts';
import { MenuButton } from '../../components/overlays/menu.tsx';
import { Delayed, EmptyState, Skeleton } from '../../components/pages/states.tsx';
import { Loaded, useLoad } from '../../components/pages/use-load.tsx';
import { showToast } from '../../components/toast.tsx';
import type { Column } from '../../records/value-types.ts';
import type { FilterSet } from '../../records/views/filter-set.ts';
import { chartsTexts as texts } from '../../texts/en/stores/charts.ts';
import type { ChartView } from './model/chart-address.ts';
import { type ChartModel, modelOf } from './model/chart-model.ts';
import { chartTitle } from './model/chart-texts.ts';
import { groupFilters } from './model/group-filters.ts';
import { type ChartData, loadChart } from './model/load-chart.ts';
import { ChartTable } from './plots/chart-table.tsx';
import { Plot } from './plots/plot.tsx';
import { chartCsv, pictureOf, savePng, saveSvg } from './save-chart.ts';

interface ChartResultProps {
  readonly store: Store<AnyStore>;
  readonly detail: StoreDetail;
  readonly columns: readonly Column[];
  readonly view: ChartView;
  readonly filters: FilterSet;
  /** The path of the grid. */
  readonly records: string;
}

/** The chart of a view, and the table of its numbers. While it is computed anew, the former one stays. */
export function ChartResult(props: ChartResultProps): JSX.Element {
  const { store, columns, view, filters } = props;
  const load = useLoad(
    async (signal) => ({ view, filters, data: await loadChart(store, columns, view, filters, signal) }),
    // How it is drawn changes nothing of what is computed.
    [store, columns, JSON.stringify({ ...view, kind: null }), JSON.stringify(filters)],
  );
  const skeleton = (
    <Delayed>
      <div class="chart-card card" role="status">
        <p class="faint">{texts.counting}</p>
        <Skeleton height={280} />
      </div>
    </Delayed>
  );
  // A failed chart must not look like the one that was asked for.
  const shown = load.error === null || load.isLoading ? load : { ...load, data: null };
  return (
    <Loaded load={shown} skeleton={skeleton}>
      {(computed) => (
        <Computed
          {...props}
          {...computed}
          view={{ ...computed.view, kind: view.kind }}
          isLoading={load.isLoading}
        />
      )}
    </Loaded>
  );
}

interface ComputedProps extends ChartResultProps {
  readonly data: ChartData;
  readonly isLoading: boolean;
}

function Computed({ detail, view, filters, records, data, isLoading }: ComputedProps): JSX.Element {
  const card = useRef<HTMLElement>(null);
  const model = useMemo(() => modelOf(data, view.top), [data, view.top]);
  const filtersOf = useMemo(() => groupFilters(filters, data), [data, filters]);
  const title = chartTitle(view, data);
  const total = data.groups.reduce((sum, { count }) => sum + count, 0);
  if (total === 0) {
    return (
      <EmptyState icon="chart" title={texts.noneTitle}>
        {filters.filters.length > 0 ? texts.noMatch : texts.noRecords}
      </EmptyState>
    );
  }
  const isDrawn = data.groups.some(({ value }) => value !== null);
  const fileName = (extension: string) => fileNameOf(`${detail.name} ${title}`, extension);
  const legend = model.series.length > 1 ? model.series.map(({ label }) => label) : [];

  async function save(format: 'svg' | 'png' | 'csv'): Promise<void> {
    const name = fileName(format);
    const plot = card.current?.querySelector<SVGSVGElement>('svg.plot');
    if (format === 'csv') saveFile(new Blob([chartCsv(view, data)], { type: 'text/csv' }), name);
    else if (plot) {
      const picture = pictureOf(plot, title, legend);
      if (format === 'svg') saveSvg(picture, name);
      else await savePng(picture, name);
    }
    showToast(texts.saved(name));
  }
  const saving = (format: 'svg' | 'png' | 'csv') => () => {
    save(format).catch(() => showToast(texts.notDrawn, { isBad: true }));
  };

  return (
    <div class="chart-result" aria-busy={isLoading}>
      <section ref={card} class="chart-card card" aria-label={title}>
        <header>
          <h2>{title}</h2>
          <MenuButton
            label={texts.save}
            icon="download"
            kind="quiet"
            size="small"
            align="end"
            items={[
              { label: texts.savePng, icon: 'image', isDisabled: !isDrawn, onSelect: saving('png') },
              { label: texts.saveSvg, icon: 'image', isDisabled: !isDrawn, onSelect: saving('svg') },
              { label: texts.saveCsv, icon: 'table', onSelect: saving('csv') },
            ]}
          />
        </header>
        {isDrawn ? (
          <>
            <Plot
              model={model}
              data={data}
              view={view}
              title={title}
              records={records}
              filtersOf={filtersOf}
            />
            <ChartNotes view={view} data={data} model={model} filters={filters} />
          </>
        ) : (
          <p class="note">{texts.noValues}</p>
        )}
      </section>
      <p class="chart-total faint number" role="status">
        {isLoading ? texts.counting : describeTotal(data, total)}
      </p>
      <ChartTable view={view} data={data} title={title} records={records} filtersOf={filtersOf} />
    </div>
  );
}

function describeTotal({ groups, isTruncated }: ChartData, total: number): string {
  const shown = texts.groups(formatNumber(groups.length), groups.length === 1);
  // Of a part of the groups the number of all records is not known.
  return isTruncated ? shown : `${shown}, ${texts.total(formatNumber(total), total === 1)}`;
}

interface NotesProps extends Pick<ComputedProps, 'view' | 'data' | 'filters'> {
  readonly model: ChartModel;
}

/** What is not in the picture, and how to see the records. */
function ChartNotes({ view, data, model, filters }: NotesProps): JSX.Element {
  const { groups, isTruncated, fields } = data;
  const number = formatNumber(groups.length);
  const isTime = fields[0]?.bucketing.kind === 'time';
  const canOpen = filters.match === 'all' || filters.filters.length < 2;
  return (
    <ul class="chart-notes faint">
      {isTruncated && <li>{isTime ? texts.truncatedNewest(number) : texts.truncatedTop(number)}</li>}
      {view.kind === 'line' && model.isOrdered && groups.some(({ key }) => key[0] === null) && (
        <li>{texts.unsetHidden}</li>
      )}
      {model.hiddenSeries > 0 && <li>{texts.hiddenSeries(formatNumber(model.hiddenSeries))}</li>}
      {model.hiddenCategories > 0 && <li>{texts.hiddenCategories(formatNumber(model.hiddenCategories))}</li>}
      <li>{canOpen ? texts.clickHint : texts.anyHint}</li>
    </ul>
  );
}
