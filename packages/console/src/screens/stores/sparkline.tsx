import type { JSX } from 'preact';

interface SparklineProps {
  readonly values: readonly number[];
  /** Null for bars that stand for none yet. */
  readonly label: string | null;
}

const HEIGHT = 32;
const STEP = 8;
const BAR = 5;

/** Bars without axes: where something happened, and where more. */
export function Sparkline({ values, label }: SparklineProps): JSX.Element {
  const highest = Math.max(1, ...values);
  return (
    <svg
      class="spark"
      viewBox={`0 0 ${values.length * STEP - (STEP - BAR)} ${HEIGHT}`}
      preserveAspectRatio="none"
      {...(label === null ? { 'aria-hidden': true } : { role: 'img', 'aria-label': label })}
    >
      {values.map((value, index) => {
        const height = value === 0 ? 2 : Math.max(4, (value / highest) * HEIGHT);
        return (
          <rect
            key={index}
            class={value === 0 ? '' : 'some'}
            x={index * STEP}
            y={HEIGHT - height}
            width={BAR}
            height={height}
            rx={1}
          />
        );
      })}
    </svg>
  );
}
