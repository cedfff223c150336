import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import { designerTexts as texts } from '../../texts/en/images/designer.ts';
import { IconButton } from '../button.tsx';
import { showToast } from '../toast.tsx';
import type { DraftEditor } from './draft/draft-editor.ts';
import type { AnyDraft } from './draft/draft-kind.ts';

const FIELDS = 'input, textarea, select';

type Undoing = Pick<DraftEditor<AnyDraft, object>, 'history' | 'undo' | 'redo' | 'stayed'>;

interface UndoButtonsProps {
  readonly editor: Undoing;
  readonly isDisabled: boolean;
}

/** Takes changes of the design back, and makes them again. Says what stays as others have set it. */
export function UndoButtons({ editor, isDisabled }: UndoButtonsProps): JSX.Element {
  const { canUndo, canRedo } = editor.history;
  const stayed = editor.stayed.value;
  useEffect(() => {
    if (stayed > 0) showToast(texts.othersStay);
  }, [stayed]);
  // The last step leaves the focus where it is, so the buttons are never `disabled` by it.
  return (
    <div class="design-history">
      <IconButton
        icon="undo"
        label={texts.undo}
        disabled={isDisabled}
        aria-disabled={!canUndo.value}
        onClick={editor.undo}
      />
      <IconButton
        icon="redo"
        label={texts.redo}
        disabled={isDisabled}
        aria-disabled={!canRedo.value}
        onClick={editor.redo}
      />
    </div>
  );
}

/** Ctrl+Z, Ctrl+Shift+Z and Ctrl+Y, also in the fields of the design: each has the steps of the entire design. */
export function useUndoKeys({ undo, redo }: Undoing, isDisabled: boolean): void {
  useEffect(() => {
    if (isDisabled) return;
    const onKeyDown = (event: KeyboardEvent) => {
      const key = event.key.toLowerCase();
      if (event.defaultPrevented || event.altKey || !(event.ctrlKey || event.metaKey)) return;
      if (key !== 'z' && key !== 'y') return;
      const { target } = event;
      const isElsewhere =
        target instanceof Element && target.matches(FIELDS) && target.closest('.form-section') === null;
      if (isElsewhere) return;
      event.preventDefault();
      if (key === 'y' || event.shiftKey) redo();
      else undo();
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, [undo, redo, isDisabled]);
}
