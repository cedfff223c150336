import { useEffect, useState } from 'preact/hooks';
import { rememberPage, setQuery } from '../../../router/location.ts';
import { messageOf } from '../../../session/describe-error.ts';
import { designerTexts } from '../../../texts/en/images/designer.ts';
import { showToast } from '../../toast.tsx';
import type { AnyDraft, DraftEditor } from './draft-editor.ts';

/** `copy`: as a new picture, though the draft is one of a saved picture. */
type SaveKind = 'save' | 'copy';

/** The members of a save besides the ids of the draft. */
interface SaveSettings {
  readonly name: string;
  readonly as?: 'copy';
  readonly revision: number;
}

interface DesignSave {
  /** The save that runs. Null: none, so the form may be changed. */
  readonly saving: SaveKind | null;
  readonly save: (kind: SaveKind) => Promise<void>;
}

/**
 * Saves the draft of a designer as it is seen, by its buttons or Ctrl+S. If others have changed it meanwhile, it shows their
 * changes and saves nothing. A draft without a name is not saved.
 *
 * @param send saves the draft on the server.
 * @param onSaved leaves the draft. It is read-only then: the form stays disabled until the next draft replaces it.
 */
export function useDesignSave<Saved>(
  editor: Pick<DraftEditor<AnyDraft, object>, 'name' | 'save'>,
  send: (settings: SaveSettings) => Promise<Saved>,
  onSaved: (saved: Saved) => void,
): DesignSave {
  const [saving, setSaving] = useState<SaveKind | null>(null);

  async function save(kind: SaveKind): Promise<void> {
    const name = editor.name.value.trim();
    if (name === '') return;
    setSaving(kind);
    const isHere = rememberPage();
    try {
      const settings = { name, ...(kind === 'copy' ? { as: kind } : {}) };
      const saved = await editor.save((revision) => send({ ...settings, revision }));
      if (saved === null) {
        if (isHere()) setQuery({ watch: '1' });
        showToast(designerTexts.watch.unseen, { isBad: true });
        setSaving(null);
        return;
      }
      showToast(designerTexts.saved(name));
      if (isHere()) onSaved(saved);
    } catch (error) {
      showToast(messageOf(error), { isBad: true });
      setSaving(null);
    }
  }

  useSaveKey(() => void save('save'), saving !== null);
  return { saving, save };
}

/** Ctrl+S (Cmd+S) saves, also while a field has the focus. */
function useSaveKey(save: () => void, isDisabled: boolean): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 's' || !(event.ctrlKey || event.metaKey)) return;
      if (event.defaultPrevented || event.altKey || event.shiftKey) return;
      // The dialog of the browser would save the page of the console.
      event.preventDefault();
      if (isDisabled) return;
      // A name takes effect as its field is left.
      const field = document.activeElement;
      if (field instanceof HTMLElement) {
        field.blur();
        field.focus({ preventScroll: true });
      }
      save();
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, [save, isDisabled]);
}
