import type { JSX } from 'preact';
import { timersTexts } from '../../../texts/en/images/timers.ts';
import { wallTimeIn } from './target-moment.ts';

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
