import type { ImportResponse } from '@vitrine/client';
import type { JSX } from 'preact';
import { formatNumber } from '../../../components/format.ts';
import { importTexts as texts } from '../../../texts/en/stores/import.ts';

interface CountsProps {
  readonly job: Pick<ImportResponse, 'created' | 'updated' | 'unchanged' | 'refused'>;
}

/** The numbers of created, updated, unchanged and refused rows of an import. */
export function Counts({ job: { created, updated, unchanged, refused } }: CountsProps): JSX.Element {
  const counts = [
    ['good', texts.created, created],
    ['', texts.updated, updated],
    ['', texts.unchanged, unchanged],
    ['bad', texts.refused, refused],
  ] as const;
  return (
    <dl class="import-counts">
      {counts.map(([kind, label, count]) => (
        <div key={label} class={count > 0 ? kind : ''}>
          <dt>{label}</dt>
          <dd class="number">{formatNumber(count)}</dd>
        </div>
      ))}
    </dl>
  );
}
