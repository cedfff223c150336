import type { PropertyTypeChange } from '@vitrine/client';
import type { JSX } from 'preact';
import { formatNumber } from '../../components/format.ts';
import { changeTypeTexts as texts } from '../../texts/en/stores/change-type.ts';
import { showValue } from '../value-types.ts';

/** Rows of examples of each kind. */
const SHOWN = 4;

/** What a change of type would do, in numbers and examples. */
export function TypeTrial({ trial }: { readonly trial: PropertyTypeChange }): JSX.Element {
  const { values, converted, unset, refused, unit, examples, refusedExamples } = trial;
  if (values === 0) return <p>{texts.noValues}</p>;
  return (
    <>
      <p aria-live="polite">
        {texts.fits(formatNumber(converted), formatNumber(values))}{' '}
        {unset > 0 && `${texts.blank(formatNumber(unset), unset === 1)} `}
        {unit !== null && texts.unit(unit)}
      </p>
      {refused > 0 && <p class="note warn">{texts.refused(formatNumber(refused), refused === 1)}</p>}
      <div class="table-scroll">
        <table class="table">
          <caption class="unseen">{texts.examples}</caption>
          <thead>
            <tr>
              <th scope="col">{texts.before}</th>
              <th scope="col">{texts.after}</th>
            </tr>
          </thead>
          <tbody>
            {refusedExamples.slice(0, SHOWN).map(({ id, value }) => (
              <tr key={id}>
                <td>{showValue(value, trial.from)}</td>
                <td class="faint">{texts.empty}</td>
              </tr>
            ))}
            {examples.slice(0, SHOWN).map(({ id, from, to }) => (
              <tr key={id}>
                <td>{showValue(from, trial.from)}</td>
                <td>{showValue(to, trial.to)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}
