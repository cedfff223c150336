import type { AnyStore, Store, ViewResponse } from '@vitrine/client';
import type { JSX } from 'preact';
import { useMemo, useRef } from 'preact/hooks';
import { useVisible } from '../../components/browser/use-visible.ts';
import { Skeleton } from '../../components/pages/states.tsx';
import { Loaded, useLoad } from '../../components/pages/use-load.tsx';
import type { Column } from '../../records/value-types.ts';
import { readFilterSet } from '../../records/views/filter-set.ts';
import { parametersOf } from '../../records/views/view-parameters.ts';
import { limitConcurrency } from '../../requests/concurrency.ts';
import { Link } from '../../router/link.tsx';
import { chartsTexts as texts } from '../../texts/en/stores/charts.ts';
import { viewsTexts } from '../../texts/en/stores/views.ts';
import { readChart } from './model/chart-address.ts';
import { modelOf } from './model/chart-model.ts';
import { chartTitle, problemOf } from './model/chart-texts.ts';
import { groupFilters } from './model/group-filters.ts';
import { type ChartData, loadChart } from './model/load-chart.ts';
import { Plot } from './plots/plot.tsx';

/** Summaries of large stores are expensive for the server. */
const inTurn = limitConcurrency(2);

interface KeptChartsProps {
  readonly store: Store<AnyStore>;
  readonly columns: readonly Column[];
  readonly views: readonly ViewResponse[];
  /** The path of the grid. */
  readonly records: string;
}

/** The kept charts of a store, drawn from its records of the moment. */
export function KeptCharts({ views, ...shared }: KeptChartsProps): JSX.Element | null {
  if (views.length === 0) return null;
  return (
    <div class="kept-charts">
      <h2>{viewsTexts.title.chart}</h2>
      <ul>
        {views.map((view) => (
          <KeptChart key={`${view.id} ${view.date_updated}`} {...shared} view={view} />
        ))}
      </ul>
    </div>
  );
}

type KeptChartProps = Omit<KeptChartsProps, 'views'> & { readonly view: ViewResponse };

function KeptChart({ store, columns, view, records }: KeptChartProps): JSX.Element {
  const item = useRef<HTMLLIElement>(null);
  const isVisible = useVisible(item);
  const parameters = useMemo(() => parametersOf(view), [view]);
  const problem = problemOf(readChart(parameters), columns);
  return (
    <li ref={item} class="chart-card card">
      <h3>
        <Link to={`${records}/charts?view=${encodeURIComponent(view.id)}`}>{view.name}</Link>
      </h3>
      {problem !== null ? (
        <p class="note warn">{problem}</p>
      ) : isVisible ? (
        <Drawing store={store} columns={columns} parameters={parameters} records={records} />
      ) : (
        <Skeleton height={DRAWING_HEIGHT} />
      )}
    </li>
  );
}

/** In pixels: a title and ten bars, as most charts have them. What is below does not move when they come. */
const DRAWING_HEIGHT = 315;

interface DrawingProps extends Omit<KeptChartProps, 'view'> {
  readonly parameters: URLSearchParams;
}

function Drawing({ store, columns, parameters, records }: DrawingProps): JSX.Element {
  const chart = useMemo(() => readChart(parameters), [parameters]);
  const filters = useMemo(() => readFilterSet(parameters), [parameters]);
  const load = useLoad(
    (signal) => inTurn(() => loadChart(store, columns, chart, filters, signal)),
    [store, columns, parameters],
  );
  const draw = (data: ChartData) => {
    const title = chartTitle(chart, data);
    return (
      <>
        <p class="faint">{title}</p>
        {data.groups.some(({ value }) => value !== null) ? (
          <Plot
            model={modelOf(data, chart.top)}
            data={data}
            view={chart}
            title={title}
            records={records}
            filtersOf={groupFilters(filters, data)}
          />
        ) : (
          <p class="note">{texts.noValues}</p>
        )}
      </>
    );
  };
  return (
    <Loaded load={load} skeleton={<Skeleton height={DRAWING_HEIGHT} />}>
      {draw}
    </Loaded>
  );
}
