import { useEffect, useState } from 'preact/hooks';
import { messageOf } from '../../../requests/describe-error.ts';
import { rememberPage, setQuery } from '../../../router/location.ts';
import { designerTexts } from '../../../texts/en/images/designer.ts';
import { showToast } from '../../toast.tsx';
import { hasFilesUnderWay } from '../fields/files-under-way.ts';
import type { DraftEditor } from './draft-editor.ts';
import type { AnyDraft } from './draft-kind.ts';
import { isSavedSince, type SavedDesign, type SaveTarget } from './saved-since.ts';
import type { GoingOn } from './use-going-on.ts';

/** `copy`: as a new picture, though the draft is one of a saved picture. */
type SaveKind = 'save' | 'copy';

/** The members of a save besides the ids of the draft. */
interface SaveSettings {
  readonly name: string;
  readonly as?: 'copy';
  readonly revision: number;
}

interface DesignSaveOptions<Saved> {
  readonly editor: Pick<DraftEditor<AnyDraft, object>, 'draft' | 'name' | 'save'>;
  /** How it goes on if the draft was saved elsewhere. */
  readonly goingOn: GoingOn;
  /** The saved picture that the draft changes. Null: a save makes a new one. */
  readonly target: SaveTarget | null;
  /** Saves the draft on the server. */
  readonly send: (settings: SaveSettings) => Promise<Saved>;
  /** Leaves the draft. It is read-only then: the form stays disabled until the next draft replaces it. */
  readonly onSaved: (saved: Saved) => void;
}

export interface DesignSave {
  /** The save that runs. Null: none, so the form may be changed. */
  readonly saving: SaveKind | null;
  /** @param replaced the version that the user has agreed to replace. */
  readonly save: (kind: SaveKind, replaced?: SavedDesign) => Promise<void>;
  /** The picture as somebody else has saved it meanwhile: the user is asked. */
  readonly savedSince: SavedDesign | null;
  /** Ends the question. */
  readonly dismiss: () => void;
}

/**
 * Saves the draft of a designer as it is seen, by its buttons or Ctrl+S. If others have changed it meanwhile, it shows
 * their changes and saves nothing. If others have saved the picture meanwhile from another draft, it asks before it
 * replaces what they saved. If they have deleted the picture, it saves nothing and offers a copy. If the draft was saved
 * elsewhere, it goes on in a new draft with the changes that came too late. A draft without a name, with a field whose
 * value can't be used, or with a file on its way is not saved.
 */
export function useDesignSave<Saved>(options: DesignSaveOptions<Saved>): DesignSave {
  const { editor, goingOn, target, send, onSaved } = options;
  const [saving, setSaving] = useState<SaveKind | null>(null);
  const [savedSince, setSavedSince] = useState<SavedDesign | null>(null);

  async function save(kind: SaveKind, replaced?: SavedDesign): Promise<void> {
    // Others may give it another name until it is saved.
    const nameNow = () => editor.name.value.trim();
    if (nameNow() === '' || showRefusedField()) return;
    if (hasFilesUnderWay.peek()) {
      showToast(designerTexts.fileUnderWay, { isBad: true });
      return;
    }
    if (goingOn.isStopped()) return goingOn.goOn();
    setSaving(kind);
    setSavedSince(null);
    const isHere = rememberPage();
    try {
      // A draft that is saved replaces nothing: the answer to its save was lost, and is given again.
      if (kind === 'save' && target !== null && editor.draft.peek().status === 'draft') {
        const now = await target.read();
        if (now.status === 'deleted') {
          const run = () => {
            endToast();
            void save('copy');
          };
          const action = { label: designerTexts.savedSince.copy, run };
          const endToast = showToast(designerTexts.deletedMeanwhile(now.name), { isBad: true, action });
          setSaving(null);
          return;
        }
        if (now.date_updated !== replaced?.date_updated && isSavedSince(target, now)) {
          setSavedSince(now);
          setSaving(null);
          return;
        }
      }
      const settings = kind === 'copy' ? { as: kind } : {};
      const saved = await editor.save((revision) => send({ ...settings, name: nameNow(), revision }));
      if (saved === null) {
        if (isHere()) setQuery({ watch: '1' });
        showToast(designerTexts.watch.unseen, { isBad: true });
        setSaving(null);
        return;
      }
      showToast(designerTexts.saved(nameNow()));
      if (isHere()) onSaved(saved);
    } catch (error) {
      setSaving(null);
      if (goingOn.isStopped()) await goingOn.goOn();
      else showToast(messageOf(error), { isBad: true });
    }
  }

  useSaveKey(() => void save('save'), saving !== null || savedSince !== null);
  return { saving, save, savedSince, dismiss: () => setSavedSince(null) };
}

/** Leads to a field whose value can't be used, and which the draft therefore does not have. Returns whether there is one. */
function showRefusedField(): boolean {
  const field = document.querySelector<HTMLElement>('.designer-form [aria-invalid]');
  if (field === null) return false;
  field.closest('details')?.setAttribute('open', '');
  field.focus();
  showToast(designerTexts.refusedField, { isBad: true });
  return true;
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
