import type { JSX } from 'preact';
import { isCount, valueScale } from '../model/axis.ts';
import { barLayout } from '../model/bars.ts';
import type { MeasureOp } from '../model/chart-address.ts';
import type { ChartModel } from '../model/chart-model.ts';
import { formatAxis } from '../model/chart-numbers.ts';
import { fitText, GLYPH, markAttributes, type PlotProps } from './plot-mark.ts';

interface RowPlotProps extends PlotProps {
  readonly model: ChartModel;
  readonly op: MeasureOp;
}

const LANE = 18;
const NARROW_LANE = 9;
const GAP = 8;
const AXIS = 24;
const LABEL_MAX = 200;

/** Bars from left to right, with a row for each single value, so that long texts can be read. */
export function RowPlot({ model, op, format, width, label, onPoint }: RowPlotProps): JSX.Element {
  const { categories, series } = model;
  const { bars, lanes, least, greatest } = barLayout(model, op);
  const lane = lanes > 1 ? NARROW_LANE : LANE;
  const row = lane * lanes + GAP;
  const longest = Math.max(0, ...categories.map(({ label: text }) => text.length));
  const left = Math.min(LABEL_MAX, width * 0.4, longest * GLYPH + 16);
  // Room for the number at the end of the longest bar.
  const right = width - 12 - (series.length === 1 ? GLYPH * formatAxis(greatest, format).length : 0);
  const height = categories.length * row + AXIS;
  const mostTicks = Math.max(2, (right - left) / 110);
  const scale = valueScale(least, greatest, { from: left, to: right }, mostTicks, isCount(op));
  return (
    <svg
      class="plot"
      role="img"
      aria-label={label}
      width={width}
      height={height}
      viewBox={`0 0 ${width} ${height}`}
      onPointerLeave={() => onPoint(null)}
      onPointerMove={({ offsetX, offsetY }) => {
        const category = Math.floor(offsetY / row);
        onPoint(category < categories.length ? { category, x: offsetX, y: offsetY } : null);
      }}
    >
      {scale.ticks.map((tick) => (
        <g key={tick}>
          <line class="grid-line" x1={scale.at(tick)} x2={scale.at(tick)} y1={0} y2={height - AXIS} />
          <text class="tick" x={scale.at(tick)} y={height - 8} text-anchor="middle">
            {formatAxis(tick, format)}
          </text>
        </g>
      ))}
      {categories.map((category, index) => {
        const own = bars[index] ?? [];
        const end = Math.max(0, ...own.map(({ to }) => to));
        return (
          <g key={index}>
            <text class="name" x={left - 8} y={index * row + row / 2 + 4} text-anchor="end">
              {fitText(category.label, left - 8)}
            </text>
            {own.map(({ mark, from, to, lane: place }) => (
              <rect
                key={mark.series}
                {...markAttributes(index, mark)}
                x={Math.min(scale.at(from), scale.at(to))}
                y={index * row + GAP / 2 + place * lane}
                width={Math.max(1, Math.abs(scale.at(to) - scale.at(from)))}
                height={lanes > 1 ? lane - 1 : lane}
              />
            ))}
            {series.length === 1 && own[0] !== undefined && (
              <text class="number-label" x={scale.at(end) + 5} y={index * row + row / 2 + 4}>
                {own[0].mark.group.value === null ? '' : formatAxis(own[0].mark.group.value, format)}
              </text>
            )}
          </g>
        );
      })}
    </svg>
  );
}
