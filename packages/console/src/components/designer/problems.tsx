import { VitrineError } from '@vitrine/client';
import type { JSX } from 'preact';
import { messageOf } from '../../requests/describe-error.ts';
import { designerTexts } from '../../texts/en/images/designer.ts';
import { Icon } from '../icon.tsx';
import type { DraftEditor } from './draft/draft-editor.ts';
import type { AnyDraft } from './draft/draft-kind.ts';
import type { GoingOn } from './draft/use-going-on.ts';

/** Returns what the server says about a member of the design, or null. */
export function problemAt(problem: unknown, path: string): string | null {
  if (!(problem instanceof VitrineError)) return null;
  const found = Object.entries(problem.errors).find(([at]) => at === `changes.${path}`);
  return found === undefined ? null : found[1].join(' ');
}

type Editor = Pick<DraftEditor<AnyDraft, object>, 'problem' | 'notDrawn' | 'redraw'>;

interface ProblemsProps {
  readonly editor: Editor;
  readonly goingOn: GoingOn;
}

/** Why the last changes of the design were not applied, or why the picture is not drawn. */
export function Problems({ editor, goingOn }: ProblemsProps): JSX.Element {
  const problem = editor.problem.value;
  const notDrawn = editor.notDrawn.value;
  const isStopped = goingOn.isStopped();
  return (
    <>
      {problem !== null && (
        <p class="note bad" role="alert">
          <Icon name="alert" />
          <span>
            {isStopped ? (
              <>
                {designerTexts.savedElsewhere}{' '}
                <button
                  type="button"
                  class="plain-link"
                  disabled={goingOn.isBusy}
                  onClick={() => void goingOn.goOn()}
                >
                  {designerTexts.goOn}
                </button>
              </>
            ) : (
              `${designerTexts.notApplied} ${messageOf(problem)}`
            )}
          </span>
        </p>
      )}
      {notDrawn !== null && (
        <p class="note bad" role="alert">
          <Icon name="alert" />
          <span>
            {designerTexts.notDrawn} {messageOf(notDrawn)}{' '}
            <button type="button" class="plain-link" onClick={() => void editor.redraw()}>
              {designerTexts.drawAgain}
            </button>
          </span>
        </p>
      )}
    </>
  );
}
