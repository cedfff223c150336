import type { JSX } from 'preact';
import { formatAgo, formatMoment } from './format.ts';

/** How long ago something was, with the exact time as a tooltip. */
export function TimeAgo({ time }: { readonly time: string }): JSX.Element {
  return (
    <time dateTime={time} title={formatMoment(time)}>
      {formatAgo(time)}
    </time>
  );
}
