import type { JSX } from 'preact';
import { designerTexts } from '../../texts/en/images/designer.ts';
import { Button } from '../button.tsx';
import { Dialog } from '../overlays/dialog.tsx';
import { TimeAgo } from '../time.tsx';
import { DifferenceList } from './difference-list.tsx';
import { differences } from './draft/differences.ts';
import type { DesignSave } from './draft/use-design-save.ts';

const texts = designerTexts.savedSince;

interface SavedSinceDialogProps {
  readonly saver: DesignSave;
  /** The design that is about to be saved. */
  readonly design: object;
}

/** Asks before a save replaces a version that the draft was not made of. */
export function SavedSinceDialog({ saver, design }: SavedSinceDialogProps): JSX.Element | null {
  const { savedSince: saved, save, dismiss } = saver;
  if (saved === null) return null;
  return (
    <Dialog
      title={texts.title(saved.name)}
      onClose={dismiss}
      actions={
        <>
          <Button onClick={dismiss}>{texts.cancel}</Button>
          <Button onClick={() => void save('copy')}>{texts.copy}</Button>
          <Button kind="primary" onClick={() => void save('save', saved)}>
            {texts.replace}
          </Button>
        </>
      }
    >
      <p>
        {texts.savedAt} <TimeAgo time={saved.date_updated} />. {texts.replaces}
      </p>
      <p class="soft">{texts.differences}</p>
      <div class="watch-revisions">
        <DifferenceList differences={differences(saved.design, design)} />
      </div>
    </Dialog>
  );
}
