import type { JSX } from 'preact';

interface ImportProgressProps {
  readonly label: string;
  /** How much of the import is done, from 0 to 100. */
  readonly percent: number;
  readonly text: string;
}

/** How far an import is. */
export function ImportProgress({ label, percent, text }: ImportProgressProps): JSX.Element {
  return (
    <>
      <div
        class="progress"
        role="progressbar"
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={percent}
      >
        <div style={{ width: `${percent}%` }} />
      </div>
      <p class="number">{text}</p>
    </>
  );
}
