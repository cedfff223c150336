import type { JSX } from 'preact';
import { useMedia } from '../../components/browser/use-media.ts';
import { Checkbox, SearchField, SelectField } from '../../components/field.tsx';
import { formatNumber } from '../../components/format.ts';
import { setQuery } from '../../router/location.ts';
import { imagesTexts } from '../../texts/en/images/images.ts';
import { FolderField } from './folder-list.tsx';
import { foldersOf, imagesIn } from './library/folders.ts';
import { type ImageAddress, showDeleted, showFolder, showType } from './library/image-address.ts';
import { LIBRARY_MAX, type Library } from './library/library.ts';

const TYPES = (['any', 'static', 'timer'] as const).map((value) => ({
  value,
  label: imagesTexts.types[value],
}));

interface ImagesToolbarProps {
  readonly address: ImageAddress;
  readonly library: Library;
}

/** Search and filters, and the number of images that they leave. */
export function ImagesToolbar({ address, library }: ImagesToolbarProps): JSX.Element {
  const isNarrow = useMedia('(width < 720px)');
  const { folder, type, isDeleted, search } = address;
  const images = library.images.value ?? [];
  const count = imagesIn(images, isDeleted ? null : folder).length;
  return (
    <div class="images-toolbar">
      <SearchField label={imagesTexts.search} value={search} onValue={(q) => setQuery({ q })} />
      <SelectField
        label={imagesTexts.type}
        isLabelUnseen
        value={type ?? 'any'}
        choices={TYPES}
        onValue={(value) => showType(value === 'any' ? '' : value)}
      />
      {isNarrow && !isDeleted && (
        <FolderField
          folders={foldersOf(images)}
          total={images.length}
          selected={folder}
          onSelect={showFolder}
        />
      )}
      <Checkbox isSwitch label={imagesTexts.deleted} checked={isDeleted} onValue={showDeleted} />
      <span class="images-count faint number" role="status">
        {library.isLoading.value && images.length > 0
          ? imagesTexts.countSoFar(formatNumber(images.length))
          : library.isCut.value
            ? imagesTexts.cut(formatNumber(LIBRARY_MAX))
            : imagesTexts.count(formatNumber(count), count === 1)}
      </span>
    </div>
  );
}
