import type { JSX } from 'preact';
import { formatBytes } from '../format.ts';

const LIMITS = [
  { name: 'light', bytes: 40_000 },
  { name: 'fair', bytes: 100_000 },
  { name: 'heavy', bytes: 400_000 },
] as const;

type Verdict = (typeof LIMITS)[number]['name'] | 'tooHeavy';

interface WeightMeterProps {
  readonly bytes: number;
  readonly texts: {
    readonly verdicts: Readonly<Record<Verdict, string>>;
    readonly weightLabel: (bytes: string, verdict: string) => string;
  };
}

/** The size of a picture against 40, 100 and 400 kB. Each part of the bar has the same width. */
export function WeightMeter({ bytes, texts }: WeightMeterProps): JSX.Element {
  const verdict = LIMITS.find((limit) => bytes <= limit.bytes)?.name ?? 'tooHeavy';
  const size = formatBytes(bytes);
  return (
    <div class={`weight ${verdict}`}>
      <div class="weight-head">
        <strong class="number">{size}</strong>
        <span class="soft">{texts.verdicts[verdict]}</span>
      </div>
      <div class="weight-bar" role="img" aria-label={texts.weightLabel(size, texts.verdicts[verdict])}>
        {LIMITS.map((limit, index) => {
          const from = LIMITS[index - 1]?.bytes ?? 0;
          const share = Math.min(1, Math.max(0, (bytes - from) / (limit.bytes - from)));
          return (
            <div key={limit.name} class="weight-part">
              <div style={{ width: `${share * 100}%` }} />
              <span class="faint">{formatBytes(limit.bytes).replace('.0', '')}</span>
            </div>
          );
        })}
      </div>
    </div>
  );
}
