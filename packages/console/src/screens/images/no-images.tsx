import type { JSX } from 'preact';
import { Button } from '../../components/button.tsx';
import { FileDrop, PICTURES } from '../../components/files/file-drop.tsx';
import { EmptyState } from '../../components/pages/states.tsx';
import { setQuery } from '../../router/location.ts';
import { imagesTexts } from '../../texts/en/images/images.ts';
import type { ImageAddress } from './library/image-address.ts';

interface NoImagesProps {
  readonly address: ImageAddress;
  /** Whether the account has no image at all. */
  readonly isEmpty: boolean;
  readonly onFiles: (files: readonly File[]) => void;
}

/** Says why no image is shown, and what to do about it. */
export function NoImages({ address, isEmpty, onFiles }: NoImagesProps): JSX.Element {
  const { folder, isDeleted, search, type } = address;
  const showAll = (
    <Button onClick={() => setQuery({ q: null, type: null, status: null, folder: null })}>
      {imagesTexts.showAll}
    </Button>
  );
  if (search !== '' || type !== null) {
    return (
      <EmptyState icon="search" title={imagesTexts.noMatch} actions={showAll}>
        {imagesTexts.noMatchText}
      </EmptyState>
    );
  }
  if (isDeleted) {
    return (
      <EmptyState icon="archive" title={imagesTexts.noDeleted} actions={showAll}>
        {imagesTexts.noDeletedText}
      </EmptyState>
    );
  }
  const drop = <FileDrop isMultiple label={imagesTexts.emptyDrop} accept={PICTURES} onFiles={onFiles} />;
  if (isEmpty || folder === null) {
    return (
      <EmptyState icon="image" title={imagesTexts.emptyTitle} actions={drop}>
        {imagesTexts.emptyText}
      </EmptyState>
    );
  }
  return (
    <EmptyState
      icon="folder"
      title={folder === '' ? imagesTexts.emptyRoot : imagesTexts.emptyFolder(folder)}
      actions={showAll}
    >
      {imagesTexts.emptyFolderText}
    </EmptyState>
  );
}
