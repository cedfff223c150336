import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { useSettled } from '../../components/browser/use-settled.ts';
import { SearchField } from '../../components/field.tsx';
import { FileDrop, PICTURES } from '../../components/files/file-drop.tsx';
import { Dialog } from '../../components/overlays/dialog.tsx';
import { Loaded } from '../../components/pages/use-load.tsx';
import { MoreButton, usePages } from '../../components/pages/use-pages.tsx';
import { showToast } from '../../components/toast.tsx';
import { messageOf } from '../../requests/describe-error.ts';
import { usePageHold } from '../../router/leave-question.ts';
import { useSession } from '../../session/session.ts';
import { shellTexts } from '../../texts/en/shell.ts';
import { valueTexts } from '../../texts/en/stores/values.ts';
import { addPicture } from './add-picture.ts';

const texts = valueTexts.picture;
const PAGE_SIZE = 40;

interface ChoosePictureProps {
  /** Gets the URL of a picture. */
  readonly onPick: (url: string) => void;
  readonly onClose: () => void;
}

/** The pictures of the account, to take one of them into a record, and a place to add another. */
export function ChoosePicture({ onPick, onClose }: ChoosePictureProps): JSX.Element {
  const { client } = useSession();
  const [text, setText] = useState('');
  const [isSending, setSending] = useState(false);
  usePageHold(isSending);
  const search = useSettled(text.trim());
  const pages = usePages(
    (page, signal) =>
      client.images.list(
        { limit: PAGE_SIZE, ...(search === '' ? {} : { q: search }), ...page },
        signal ? { signal } : {},
      ),
    [client, search],
  );

  async function add(file: File | undefined): Promise<void> {
    if (file === undefined || isSending) return;
    setSending(true);
    try {
      onPick(await addPicture(client, file));
    } catch (error) {
      showToast(messageOf(error), { isBad: true });
      setSending(false);
    }
  }

  return (
    <Dialog title={texts.title} width={640} onClose={onClose}>
      <SearchField label={texts.search} value={text} onValue={setText} />
      <Loaded load={pages}>
        {({ items }) => (
          <>
            {items.length === 0 && <p class="faint">{search === '' ? texts.none : texts.noMatch}</p>}
            <div class="picture-choices">
              {items.map(({ id, name, productionUrl, thumbnailUrl }) => (
                <button key={id} type="button" title={name} onClick={() => onPick(productionUrl)}>
                  <img src={thumbnailUrl} alt="" loading="lazy" decoding="async" />
                  <span class="cut" dir="auto">
                    {name}
                  </span>
                </button>
              ))}
            </div>
            <MoreButton pages={pages} label={shellTexts.more} />
          </>
        )}
      </Loaded>
      <FileDrop
        label={isSending ? texts.sending : texts.add}
        accept={PICTURES}
        onFiles={([file]) => void add(file)}
      />
    </Dialog>
  );
}
