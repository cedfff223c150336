import type { JSX } from 'preact';
import { Button } from '../../../components/button.tsx';
import { CopyButton } from '../../../components/copy-button.tsx';
import { gridTexts } from '../../../texts/en/stores/grid.ts';
import { valueTexts } from '../../../texts/en/stores/values.ts';
import { messageOfDraft } from '../edits/unsaved.ts';
import type { GridState } from '../state/grid-state.ts';

const texts = gridTexts.unsaved;

interface HomelessDraftsProps {
  readonly grid: GridState;
  /** The record that the values were typed into. */
  readonly id: string;
  /** Whether the record was deleted, so that none of its fields is shown. */
  readonly isGone?: boolean;
}

/** What was typed into fields that are gone: nothing else on the page shows it. */
export function HomelessDrafts({ grid, id, isGone = false }: HomelessDraftsProps): JSX.Element | null {
  const { drafts } = grid.edits;
  const shown = new Set(isGone ? [] : grid.columns.map(({ name }) => name));
  const homeless = [...(drafts.records.value.get(id)?.values() ?? [])].filter(
    ({ field }) => !shown.has(field),
  );
  if (homeless.length === 0) return null;
  return (
    <section class="homeless-drafts">
      <p class="soft">{isGone ? texts.recordGone : texts.fieldGone}</p>
      <dl>
        {homeless.map((draft) => (
          <div key={draft.field}>
            <dt dir="auto">{draft.field}</dt>
            <dd>
              <p dir="auto">{draft.text || valueTexts.unset}</p>
              {draft.state === 'refused' && <p class="problem">{messageOfDraft(draft)}</p>}
              <div class="actions">
                <CopyButton text={draft.text} />
                <Button size="small" onClick={() => drafts.drop([draft])}>
                  {texts.discard}
                </Button>
              </div>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
