import type { JSX } from 'preact';
import { timersTexts } from '../../texts/en/timers.ts';

const texts = timersTexts.designer;

/** The end of a timer on the clocks of readers elsewhere. */
export function ReaderZones({ end }: { readonly end: number }): JSX.Element {
  return (
    <details class="reader-zones">
      <summary>{texts.elsewhere}</summary>
      <dl>
        {texts.zones.map(([place, zone]) => (
          <div key={zone}>
            <dt>{place}</dt>
            <dd class="number">{wallTimeIn(zone, end)}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}

/** Returns the day and time of an instant in a zone: `Mon, Nov 30, 8:00 PM`. */
export function wallTimeIn(timeZone: string, instant: number): string {
  return new Intl.DateTimeFormat('en', {
    timeZone,
    weekday: 'short',
    month: 'short',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
  }).format(instant);
}
