import type { ComponentChildren, JSX } from 'preact';
import { useRef, useState } from 'preact/hooks';
import { navigate } from '../../router/location.ts';
import { useSession } from '../../session/session.ts';
import { CopyButton, copyText } from '../copy-button.tsx';
import { ConfirmedAction } from '../overlays/confirmed-action.tsx';
import { MenuButton, type MenuEntry } from '../overlays/menu.tsx';
import { showToast } from '../toast.tsx';
import { PictureCard } from './picture-card.tsx';
import { reachWarning } from './reach-note.tsx';
import { restoreImage } from './restore-image.ts';

interface SavedImageCardProps {
  readonly image: {
    readonly id: number;
    readonly name: string;
    readonly productionUrl: string;
    readonly html: string;
  };
  /** The address of its designer. */
  readonly to: string;
  readonly picture: JSX.Element;
  /** A line about it. */
  readonly about: ComponentChildren;
  /** Stands beside the button that copies its HTML. */
  readonly state: JSX.Element;
  /** Whether its URL shows the picture without a signature. */
  readonly isOpen?: boolean;
  /** Further entries of its menu. */
  readonly items?: readonly MenuEntry[];
  readonly texts: SavedImageTexts;
  /** Deletes it on the server, from where it can be restored as an image. */
  readonly remove: () => Promise<void>;
  readonly onChanged: () => void;
}

interface SavedImageTexts {
  readonly actionsOf: (name: string) => string;
  readonly open: string;
  readonly copyUrl: string;
  readonly copyHtml: string;
  readonly urlCopied: string;
  readonly htmlCopied: string;
  readonly delete: string;
  readonly deleteTitle: (name: string) => string;
  readonly deleteText: string;
  readonly deleteAction: string;
  readonly deleted: (name: string) => string;
  readonly restored: (name: string) => string;
}

/** A saved timer or live image: opened, copied, deleted and restored. */
export function SavedImageCard(props: SavedImageCardProps): JSX.Element {
  const { image, to, picture, about, state, isOpen = true, items = [], texts, onChanged } = props;
  const { client } = useSession();
  const [isAsking, setAsking] = useState(false);
  const { id, name } = image;
  /** Where it was when it was deleted. Null: the root folder. */
  const folder = useRef<string | null>(null);
  const warning = reachWarning(image.productionUrl);

  async function remove(): Promise<void> {
    folder.current = (await client.images.get(id)).folder;
    await props.remove();
  }

  async function restore(): Promise<string> {
    await restoreImage(client, { id, folder: folder.current });
    onChanged();
    return texts.restored(name);
  }

  const copy = (text: string, done: string) => async () => {
    if (await copyText(text)) showToast(warning === null ? done : `${done} ${warning}`);
  };
  const menu = (
    <MenuButton
      isIconOnly
      icon="more"
      size="small"
      align="end"
      label={texts.actionsOf(name)}
      items={[
        { label: texts.open, icon: 'edit', onSelect: () => navigate(to) },
        {
          label: texts.copyUrl,
          icon: 'link',
          isDisabled: !isOpen,
          onSelect: copy(image.productionUrl, texts.urlCopied),
        },
        { label: texts.copyHtml, icon: 'code', onSelect: copy(image.html, texts.htmlCopied) },
        ...items,
        null,
        { label: texts.delete, icon: 'trash', isDangerous: true, onSelect: () => setAsking(true) },
      ]}
    />
  );

  return (
    <>
      <PictureCard name={name} to={to} picture={picture} menu={menu}>
        <p class="cut soft">{about}</p>
        <div class="picture-card-line">
          {state}
          <CopyButton label={texts.copyHtml} text={image.html} warning={warning} />
        </div>
      </PictureCard>
      {isAsking && (
        <ConfirmedAction
          title={texts.deleteTitle(name)}
          action={texts.deleteAction}
          run={remove}
          onDone={() => {
            showToast(texts.deleted(name), { undo: restore });
            onChanged();
          }}
          onClose={() => setAsking(false)}
        >
          <p>{texts.deleteText}</p>
        </ConfirmedAction>
      )}
    </>
  );
}
