import type { LiveImageSummary } from '@vitrine/client';
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { CopyButton, copyText } from '../../components/copy-button.tsx';
import { ConfirmDialog } from '../../components/dialog.tsx';
import { MenuButton, type MenuEntry } from '../../components/menu.tsx';
import { TimeAgo } from '../../components/time.tsx';
import { showToast } from '../../components/toast.tsx';
import { Link } from '../../router/link.tsx';
import { navigate } from '../../router/location.ts';
import { messageOf } from '../../session/describe-error.ts';
import { useSession } from '../../session/session.ts';
import { liveImagesTexts as texts } from '../../texts/en/live-images.ts';

interface LiveImageCardProps {
  readonly image: LiveImageSummary;
  readonly onChanged: () => void;
}

/** A saved live image with the picture of its samples. */
export function LiveImageCard({ image, onChanged }: LiveImageCardProps): JSX.Element {
  const { client } = useSession();
  const [isAsking, setAsking] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const { id, name, variables } = image;
  const address = `/live-images/${id}`;

  async function restore(): Promise<void> {
    try {
      await client.images.restore(id);
      showToast(texts.restored(name));
    } catch (error) {
      showToast(messageOf(error), { isBad: true });
    }
    onChanged();
  }

  async function remove(): Promise<void> {
    setBusy(true);
    try {
      await client.liveImages.delete(id);
      setAsking(false);
      showToast(texts.deleted(name), { undo: () => void restore() });
      onChanged();
    } catch (error) {
      showToast(messageOf(error), { isBad: true });
    }
    setBusy(false);
  }

  const copy = (text: string, done: string) => async () => {
    if (await copyText(text)) showToast(done);
  };
  const items: MenuEntry[] = [
    { label: texts.open, icon: 'edit', onSelect: () => navigate(address) },
    { label: texts.copyUrl, icon: 'link', onSelect: copy(image.productionUrl, texts.urlCopied) },
    { label: texts.copyHtml, icon: 'code', onSelect: copy(image.html, texts.htmlCopied) },
    null,
    { label: texts.delete, icon: 'trash', isDangerous: true, onSelect: () => setAsking(true) },
  ];

  return (
    <article class="card live-card">
      <div class="live-picture">
        <img src={image.thumbnailUrl} alt={texts.pictureOf(name)} loading="lazy" />
      </div>
      <div class="live-about">
        <h2 class="cut">
          <Link to={address} class="cut" title={name}>
            {name}
          </Link>
        </h2>
        <p class="cut soft">{variables.length === 0 ? texts.noVariables : variables.join(', ')}</p>
        <div class="live-line">
          {image.access === 'signed' ? (
            <span class="badge accent">{texts.signed}</span>
          ) : (
            <TimeAgo time={image.date_updated} />
          )}
          <CopyButton label={texts.copyHtml} text={image.html} />
        </div>
      </div>
      <div class="live-menu">
        <MenuButton
          isIconOnly
          icon="more"
          size="small"
          align="end"
          label={texts.actionsOf(name)}
          items={items}
        />
      </div>
      {isAsking && (
        <ConfirmDialog
          title={texts.deleteTitle(name)}
          action={texts.deleteAction}
          isDangerous
          busy={isBusy}
          onConfirm={() => void remove()}
          onClose={() => setAsking(false)}
        >
          <p>{texts.deleteText}</p>
        </ConfirmDialog>
      )}
    </article>
  );
}
