import { useRef, useState } from 'preact/hooks';
import { messageOf } from '../../../requests/describe-error.ts';
import { rememberPage } from '../../../router/location.ts';
import { designerTexts } from '../../../texts/en/images/designer.ts';
import { type DraftPlace, showDraft } from '../../drafts/draft-address.ts';
import { showToast } from '../../toast.tsx';
import type { DraftEditor } from './draft-editor.ts';
import type { AnyDraft } from './draft-kind.ts';

interface GoingOnOptions {
  readonly editor: Pick<DraftEditor<AnyDraft, object>, 'draft' | 'isUnsent' | 'handOver'>;
  /** The path of the designers, such as `/timers`. */
  readonly base: string;
  /** Makes a draft of the picture that the draft was saved as. */
  readonly renew: () => Promise<DraftPlace>;
  /** Opens the draft in the address. */
  readonly onRenewed: () => void;
}

/** How a designer goes on when its draft was saved elsewhere and can't take the last changes. */
export interface GoingOn {
  /** Whether it can't. */
  readonly isStopped: () => boolean;
  readonly isBusy: boolean;
  /** Goes on with the changes in a draft of what was saved. */
  readonly goOn: () => Promise<void>;
}

export function useGoingOn({ editor, base, renew, onRenewed }: GoingOnOptions): GoingOn {
  const [isBusy, setBusy] = useState(false);
  const isGoing = useRef(false);
  return {
    isBusy,
    isStopped: () => editor.draft.value.status === 'saved' && editor.isUnsent.value,
    async goOn() {
      // A further press would make a second draft.
      if (isGoing.current) return;
      isGoing.current = true;
      setBusy(true);
      const isHere = rememberPage();
      try {
        const place = await renew();
        if (!isHere()) return;
        editor.handOver(place.draftId);
        showDraft(base, place);
        onRenewed();
        showToast(designerTexts.wentOn);
      } catch (error) {
        showToast(messageOf(error), { isBad: true });
        isGoing.current = false;
        setBusy(false);
      }
    },
  };
}
