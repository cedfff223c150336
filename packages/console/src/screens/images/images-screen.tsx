import type { ImageSummary } from '@vitrine/client';
import type { JSX } from 'preact';
import { useEffect, useMemo, useState } from 'preact/hooks';
import { useMedia } from '../../components/browser/use-media.ts';
import { useSettled } from '../../components/browser/use-settled.ts';
import { useShownAgain } from '../../components/browser/use-shown-again.ts';
import { DropAnywhere } from '../../components/files/file-drop.tsx';
import { UploadList } from '../../components/files/upload-list.tsx';
import { Page } from '../../components/pages/page.tsx';
import { ContentSkeleton, ErrorState } from '../../components/pages/states.tsx';
import { isOnline } from '../../requests/connection.ts';
import { useSession } from '../../session/session.ts';
import { adoptStyles } from '../../styles/adopt-styles.ts';
import { imagesTexts } from '../../texts/en/images/images.ts';
import { MoveDialog } from './actions/move-dialog.tsx';
import { RenameDialog } from './actions/rename-dialog.tsx';
import { SelectionBar } from './actions/selection-bar.tsx';
import { UploadButton } from './actions/upload-button.tsx';
import { useImageActions } from './actions/use-image-actions.ts';
import { FolderList } from './folder-list.tsx';
import { Gallery } from './gallery.tsx';
import { ImagePanel } from './image-panel.tsx';
import styles from './images.css';
import { ImagesToolbar } from './images-toolbar.tsx';
import { foldersOf, imagesIn } from './library/folders.ts';
import { type ImageAddress, readImageAddress, showFolder, showImage } from './library/image-address.ts';
import { useImageUploads } from './library/image-uploads.ts';
import { createLibrary, type Library } from './library/library.ts';
import { NoImages } from './no-images.tsx';

adoptStyles(styles);

/** The images of the account: a gallery by folder, with the open image beside it. */
export default function ImagesScreen(): JSX.Element {
  const address = readImageAddress();
  const library = useLibrary(address);
  const { queue, add } = useImageUploads(library.put);
  const images = library.images.value;
  // Pictures are added to the folder that is shown.
  const folder = address.isDeleted ? '' : (address.folder ?? '');
  const receive = (files: readonly File[]) => add(files, folder);
  const isEmpty =
    images?.length === 0 && address.search === '' && address.type === null && !library.isLoading.value;

  return (
    <Page isFull title={imagesTexts.title} actions={<UploadButton folder={folder} onFiles={receive} />}>
      {!(isEmpty && !address.isDeleted) && <ImagesToolbar address={address} library={library} />}
      <UploadList queue={queue} />
      {images !== null ? (
        <Workspace {...{ address, library, images, isEmpty }} onFiles={receive} />
      ) : library.problem.value !== null ? (
        <ErrorState error={library.problem.value} onRetry={library.renew} />
      ) : (
        <ContentSkeleton />
      )}
      <DropAnywhere
        isMultiple
        isPasteTaken
        label={folder === '' ? imagesTexts.drop : imagesTexts.dropTo(folder)}
        onFiles={receive}
      />
    </Page>
  );
}

/** Keeps the library of the screen, and loads what the address asks for. */
function useLibrary({ type, isDeleted, search }: ImageAddress): Library {
  const { client } = useSession();
  const library = useMemo(() => createLibrary(client), [client]);
  const settled = useSettled(search);
  useEffect(() => library.load({ search: settled, type, isDeleted }), [library, settled, type, isDeleted]);
  useEffect(() => library.dispose, [library]);
  useShownAgain(library.renew);
  const isAnswering = isOnline.value;
  useEffect(() => {
    if (isAnswering && library.problem.peek() !== null) library.renew();
  }, [library, isAnswering]);
  return library;
}

interface WorkspaceProps {
  readonly address: ImageAddress;
  readonly library: Library;
  readonly images: readonly ImageSummary[];
  readonly isEmpty: boolean;
  readonly onFiles: (files: readonly File[]) => void;
}

type Asking = { readonly kind: 'rename' | 'move'; readonly images: readonly ImageSummary[] } | null;

const NONE: ReadonlySet<number> = new Set();

/** Folders, gallery and panel, with the dialogs that they open. */
function Workspace({ address, library, images, isEmpty, onFiles }: WorkspaceProps): JSX.Element {
  const actions = useImageActions(library);
  const isNarrow = useMedia('(width < 720px)');
  const [marked, setMarked] = useState(NONE);
  const [asking, setAsking] = useState<Asking>(null);
  const folders = useMemo(() => foldersOf(images), [images]);
  const { folder, imageId, isDeleted } = address;
  const shown = useMemo(() => imagesIn(images, isDeleted ? null : folder), [images, folder, isDeleted]);
  useEffect(() => setMarked(NONE), [folder, isDeleted]);
  // What left the gallery is not selected any more.
  const selected = useMemo(() => shown.filter(({ id }) => marked.has(id)), [shown, marked]);
  const selectedIds = useMemo(() => new Set(selected.map(({ id }) => id)), [selected]);
  const at = shown.findIndex(({ id }) => id === imageId);

  const remove = (removed: readonly ImageSummary[]) => {
    if (isDeleted) return;
    if (removed.some(({ id }) => id === imageId)) showImage(null);
    void actions.remove(removed);
  };
  const rename = (image: ImageSummary) => {
    if (image.active) setAsking({ kind: 'rename', images: [image] });
  };
  const move = (moved: readonly ImageSummary[]) => setAsking({ kind: 'move', images: moved });

  return (
    <div class="images-main">
      {!isDeleted && !isEmpty && !isNarrow && (
        <FolderList folders={folders} total={images.length} selected={folder} onSelect={showFolder} />
      )}
      <div class="images-center">
        {selected.length > 0 && (
          <SelectionBar
            count={selected.length}
            isDeleted={isDeleted}
            onMove={() => move(selected)}
            onRemove={() => remove(selected)}
            onRestore={() => void actions.restore(selected)}
            onClear={() => setMarked(NONE)}
          />
        )}
        {shown.length === 0 ? (
          <NoImages address={address} isEmpty={isEmpty} onFiles={onFiles} />
        ) : (
          <Gallery
            key={`${folder} ${isDeleted}`}
            images={shown}
            openId={imageId}
            selected={selectedIds}
            onSelected={setMarked}
            onOpen={showImage}
            onRename={rename}
            onRemove={remove}
            onExpired={library.renew}
          />
        )}
      </div>
      {imageId !== null && (
        <ImagePanel
          id={imageId}
          image={images.find(({ id }) => id === imageId) ?? null}
          previous={shown[at - 1] ?? null}
          next={at < 0 ? null : (shown[at + 1] ?? null)}
          onOpen={showImage}
          onRename={rename}
          onMove={(image) => move([image])}
          onRemove={(image) => remove([image])}
          onRestore={(image) => void actions.restore([image])}
        />
      )}
      {asking?.kind === 'rename' && asking.images[0] !== undefined && (
        <RenameDialog image={asking.images[0]} actions={actions} onClose={() => setAsking(null)} />
      )}
      {asking?.kind === 'move' && (
        <MoveDialog
          images={asking.images}
          folders={folders}
          actions={actions}
          onClose={() => setAsking(null)}
        />
      )}
    </div>
  );
}
