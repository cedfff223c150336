import type { JSX } from 'preact';
import { isCount, tickPlaces, valueScale } from '../model/axis.ts';
import { type BarLayout, barLayout } from '../model/bars.ts';
import { offsetOfKey, timeLabel } from '../model/buckets.ts';
import type { ChartKind, MeasureOp } from '../model/chart-address.ts';
import { type Category, type ChartModel, startAt } from '../model/chart-model.ts';
import { formatAxis } from '../model/chart-numbers.ts';
import { type LinePoint, linePoints } from '../model/lines.ts';
import type { ChartField } from '../model/load-chart.ts';
import { GLYPH, markAttributes, type PlotProps } from './plot-mark.ts';

interface ColumnPlotProps extends PlotProps {
  readonly model: ChartModel;
  readonly field: ChartField;
  readonly kind: ChartKind;
  readonly op: MeasureOp;
}

const HEIGHT = 340;
const TOP = 12;
const BOTTOM = 30;
const UNSET_WIDTH = 64;
const BAR_MAX = 56;
const TICK_GAP = 14;
const POINT_RADIUS = 3.5;
/** More points of a line than this are drawn as the line alone. */
const POINTS_MAX = 80;

/** Bars or lines over buckets that follow each other; those without records are empty places. */
export function ColumnPlot(props: ColumnPlotProps): JSX.Element {
  const { model, field, kind, op, format, width, label, onPoint } = props;
  const { categories } = model;
  const { bars, lanes, least, greatest } = barLayout(model, op);
  const lines = kind === 'line' ? linePoints(model, op) : [];
  const range = kind === 'line' ? rangeOf(lines, op) : { least, greatest };
  const y = valueScale(range.least, range.greatest, { from: HEIGHT - BOTTOM, to: TOP }, 6, isCount(op));
  const left = GLYPH * Math.max(...y.ticks.map((tick) => formatAxis(tick, format).length)) + 12;
  const hasUnset = kind !== 'line' && categories.some(({ position }) => position === null);
  const right = width - 10 - (hasUnset ? UNSET_WIDTH : 0);
  const placed = categories.flatMap(({ position }) => (position === null ? [] : [position]));
  const first = placed[0] ?? 0;
  const last = placed.at(-1) ?? first;
  const band = (right - left) / (last - first + 1);
  const x = (position: number | null) =>
    position === null ? right + UNSET_WIDTH / 2 : left + (position - first + 0.5) * band;
  const size = kind === 'histogram' ? band - Math.min(1, band / 4) : Math.min(BAR_MAX, band * 0.82);
  const texts = tickTexts(field, categories, first, last, right - left);
  return (
    <svg
      class="plot"
      role="img"
      aria-label={label}
      width={width}
      height={HEIGHT}
      viewBox={`0 0 ${width} ${HEIGHT}`}
      onPointerLeave={() => onPoint(null)}
      onPointerMove={({ offsetX, offsetY }) => {
        const category = nearest(
          categories.map(({ position }) => x(position)),
          offsetX,
        );
        onPoint(category < 0 ? null : { category, x: offsetX, y: offsetY });
      }}
    >
      {y.ticks.map((tick) => (
        <g key={tick}>
          <line
            class={tick === 0 ? 'base-line' : 'grid-line'}
            x1={left}
            x2={width - 10}
            y1={y.at(tick)}
            y2={y.at(tick)}
          />
          <text class="tick" x={left - 6} y={y.at(tick) + 4} text-anchor="end">
            {formatAxis(tick, format)}
          </text>
        </g>
      ))}
      {texts.map(({ place, text }) => (
        <text
          key={place}
          class="tick"
          x={field.bucketing.kind === 'number' ? x(place) - band / 2 : x(place)}
          y={HEIGHT - 10}
          text-anchor="middle"
        >
          {text}
        </text>
      ))}
      {hasUnset && (
        <text class="tick" x={x(null)} y={HEIGHT - 10} text-anchor="middle">
          {categories.find(({ position }) => position === null)?.label}
        </text>
      )}
      {kind !== 'line' &&
        categories.map(({ position }, index) =>
          (bars[index] ?? []).map(({ mark, from, to, lane }) => {
            const whole = position === null ? Math.min(size, UNSET_WIDTH / 2) : size;
            const own = Math.max(1, whole / lanes);
            return (
              <rect
                key={`${index}:${mark.series}`}
                {...markAttributes(index, mark)}
                x={x(position) - whole / 2 + lane * own}
                y={Math.min(y.at(from), y.at(to))}
                width={own}
                height={Math.max(mark.group.value === null ? 0 : 1, Math.abs(y.at(to) - y.at(from)))}
              />
            );
          }),
        )}
      {lines.map((points, series) => (
        <path
          key={series}
          class={`line series-${series}`}
          d={points
            .map(({ position, value, isStart }) => `${isStart ? 'M' : 'L'}${x(position)} ${y.at(value)}`)
            .join('')}
        />
      ))}
      {categories.length <= POINTS_MAX &&
        lines.flatMap((points, series) =>
          points.map(({ position, value, category, mark }) =>
            mark === null ? null : (
              <circle
                key={`${series}:${position}`}
                {...markAttributes(category, mark)}
                cx={x(position)}
                cy={y.at(value)}
                r={POINT_RADIUS}
              />
            ),
          ),
        )}
    </svg>
  );
}

/** Returns the ends of the values of lines. Numbers and sums are seen from 0 on. */
function rangeOf(
  lines: readonly (readonly LinePoint[])[],
  op: MeasureOp,
): Pick<BarLayout, 'least' | 'greatest'> {
  const values = lines.flatMap((points) => points.map(({ value }) => value));
  const isFromZero = op === 'count' || op === 'sum' || op === 'countDistinct' || values.length === 0;
  const seen = isFromZero ? [0, ...values] : values;
  return { least: Math.min(...seen), greatest: Math.max(...seen) };
}

function nearest(places: readonly number[], x: number): number {
  let found = -1;
  for (const [index, place] of places.entries()) {
    if (found < 0 || Math.abs(place - x) < Math.abs((places[found] ?? 0) - x)) found = index;
  }
  return found;
}

/** Returns the texts below the axis, as many as fit. */
function tickTexts(
  { bucketing, column }: ChartField,
  categories: readonly Category[],
  first: number,
  last: number,
  pixels: number,
): readonly { readonly place: number; readonly text: string }[] {
  const textAt = (place: number): string => {
    if (bucketing.kind === 'number') return formatAxis(startAt(place, bucketing.width), column.format);
    if (bucketing.kind === 'each') return '';
    // Between buckets the clocks are as in the one before.
    const before = categories.findLast(({ position }) => position !== null && position <= place);
    return timeLabel(place, bucketing.unit, false, offsetOfKey(String(before?.key ?? '')));
  };
  const longest = Math.max(textAt(first).length, textAt(last).length);
  const most = Math.floor(pixels / (longest * GLYPH + TICK_GAP));
  const unit = bucketing.kind === 'time' ? bucketing.unit : 'number';
  return tickPlaces(first, last, unit, most).map((place) => ({ place, text: textAt(place) }));
}
