import type { JSX } from 'preact';
import { Button } from '../../../components/button.tsx';
import { TimeAgo } from '../../../components/time.tsx';
import type { Values } from '../../../records/edits/edit.ts';
import { gridTexts } from '../../../texts/en/stores/grid.ts';
import { valueTexts } from '../../../texts/en/stores/values.ts';
import { takeBack } from '../edits/take-back.ts';
import type { GridState } from '../state/grid-state.ts';

const texts = gridTexts.panel;

/** The changes of a record in this visit, where the store keeps none. */
export function VisitHistory({ grid, id }: { readonly grid: GridState; readonly id: string }): JSX.Element {
  const changes = grid.edits.history.value.flatMap((edit) => edit.changes).filter((one) => one.id === id);
  if (changes.length === 0) return <p class="faint">{texts.noHistory}</p>;
  return (
    <section>
      <h3>{texts.inThisTab}</h3>
      <ol class="record-history">
        {changes.toReversed().map((change) => (
          <li key={change.at}>
            <div>
              {change.before === null || change.after === null ? (
                <p>{change.before === null ? texts.addedHere : texts.deletedHere}</p>
              ) : (
                <Fields before={change.before} after={change.after} />
              )}
              <span class="faint">
                <TimeAgo time={change.at} />
              </span>
            </div>
            <Button size="small" icon="undo" onClick={() => void takeBack(grid, change)}>
              {texts.takeBack}
            </Button>
          </li>
        ))}
      </ol>
    </section>
  );
}

function Fields({ before, after }: { readonly before: Values; readonly after: Values }): JSX.Element {
  return (
    <>
      {Object.keys(after).map((field) => (
        <p key={field}>
          <strong>{field}</strong> {String(after[field] ?? valueTexts.unset)}{' '}
          <span class="faint">
            ({texts.was} {String(before[field] ?? valueTexts.unset)})
          </span>
        </p>
      ))}
    </>
  );
}
