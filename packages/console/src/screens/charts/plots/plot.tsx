import type { JSX, TargetedMouseEvent } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { formatNumber } from '../../../components/format.ts';
import { addressWithFilters } from '../../../records/views/filter-address.ts';
import type { FilterSet } from '../../../records/views/filter-set.ts';
import { navigate } from '../../../router/location.ts';
import { chartsTexts as texts } from '../../../texts/en/stores/charts.ts';
import type { ChartView } from '../model/chart-address.ts';
import type { ChartModel } from '../model/chart-model.ts';
import { formatExact } from '../model/chart-numbers.ts';
import { measureTitle } from '../model/chart-texts.ts';
import type { ChartData, ChartGroup } from '../model/load-chart.ts';
import { ColumnPlot } from './column-plot.tsx';
import type { Pointed } from './plot-mark.ts';
import { RowPlot } from './row-plot.tsx';

interface PlotFrameProps {
  readonly model: ChartModel;
  readonly data: ChartData;
  readonly view: ChartView;
  readonly title: string;
  readonly records: string;
  readonly filtersOf: (group: ChartGroup) => FilterSet | null;
}

/**
 * The drawing of a chart at the width that there is, its legend, and what the pointer is on. Keys and screen readers have
 * the table with the same numbers and links.
 */
export function Plot({ model, data, view, title, records, filtersOf }: PlotFrameProps): JSX.Element {
  const frame = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(0);
  const [pointed, setPointed] = useState<Pointed | null>(null);
  // Before the first frame: what is below the drawing must not move.
  useLayoutEffect(() => {
    const element = frame.current;
    if (element === null) return;
    const measure = () => setWidth(element.clientWidth);
    const sizes = new ResizeObserver(measure);
    sizes.observe(element);
    measure();
    return () => sizes.disconnect();
  }, []);

  const open = (event: TargetedMouseEvent<HTMLDivElement>) => {
    const { category, series } = (event.target as SVGElement).dataset;
    const mark = model.categories[Number(category)]?.marks.find((one) => one.series === Number(series));
    const filters = mark === undefined ? null : filtersOf(mark.group);
    if (filters !== null) navigate(addressWithFilters(records, filters));
  };
  const [field] = data.fields;
  const label = texts.pictureLabel(title, formatNumber(data.groups.length));
  const { format } = data;
  const shared = { model, op: view.op, format, width, label, onPoint: setPointed };
  return (
    <>
      {model.series.length > 1 && (
        <ul class="chart-legend" aria-hidden="true">
          {model.series.map((series, index) => (
            <li key={index}>
              <span class={`swatch series-${index}`} />
              <span class="cut">{series.label}</span>
            </li>
          ))}
        </ul>
      )}
      <div ref={frame} class="plot-frame" onClick={open}>
        {width > 0 &&
          (model.isOrdered && field !== undefined ? (
            <ColumnPlot {...shared} field={field} kind={view.kind} />
          ) : (
            <RowPlot {...shared} />
          ))}
        {pointed !== null && (
          <Tip model={model} view={view} format={format} pointed={pointed} width={width} />
        )}
      </div>
    </>
  );
}

interface TipProps {
  readonly model: ChartModel;
  readonly view: ChartView;
  readonly format: ChartData['format'];
  readonly pointed: Pointed;
  readonly width: number;
}

function Tip({ model, view, format, pointed, width }: TipProps): JSX.Element | null {
  const category = model.categories[pointed.category];
  if (category === undefined) return null;
  const isRight = pointed.x > width / 2;
  return (
    <div
      class={`plot-tip ${isRight ? 'right' : ''}`}
      aria-hidden="true"
      style={{
        top: `${pointed.y}px`,
        ...(isRight ? { right: `${width - pointed.x}px` } : { left: `${pointed.x}px` }),
      }}
    >
      <strong class="cut">{category.label}</strong>
      {category.marks.map(({ group, series }) => (
        <p key={series}>
          {model.series.length > 1 && <span class={`swatch series-${series}`} />}
          <span class="cut grow">
            {model.series.length > 1 ? model.series[series]?.label : measureTitle(view)}
          </span>
          <span class="number">
            {group.value === null ? texts.unsetMeasure : formatExact(group.value, format)}
          </span>
        </p>
      ))}
    </div>
  );
}
