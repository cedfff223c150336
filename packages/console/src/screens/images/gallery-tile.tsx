import type { ImageSummary } from '@vitrine/client';
import type { JSX } from 'preact';
import { formatBytes } from '../../components/format.ts';
import { Icon } from '../../components/icon.tsx';
import { imagesTexts } from '../../texts/en/images/images.ts';

interface GalleryTileProps {
  readonly image: ImageSummary;
  readonly index: number;
  readonly count: number;
  readonly isActive: boolean;
  readonly isSelected: boolean;
  readonly isOpen: boolean;
}

/** The id of the element of an image, for `aria-activedescendant`. */
export function tileId(imageId: number): string {
  return `tile-${imageId}`;
}

/** An image in the gallery. The gallery handles what is done with it. */
export function GalleryTile(props: GalleryTileProps): JSX.Element {
  const { image, index, count, isActive, isSelected, isOpen } = props;
  const { id, name, type, width, height, animated, bytes, thumbnailUrl } = image;
  const size = imagesTexts.dimensions(width, height);
  const badge = type === 'timer' ? imagesTexts.timer : animated ? imagesTexts.animated : null;
  return (
    <div
      id={tileId(id)}
      class="tile"
      role="option"
      aria-selected={isSelected}
      aria-setsize={count}
      aria-posinset={index + 1}
      data-index={index}
      data-active={isActive || undefined}
      data-open={isOpen || undefined}
    >
      <div class="tile-picture">
        {isExpired(image) ? <Icon name="image" /> : <img src={thumbnailUrl} alt="" decoding="async" />}
      </div>
      <span class="tile-check" data-check>
        <Icon name="check" />
      </span>
      <span class="tile-name cut" dir="auto" title={name}>
        {name}
      </span>
      <span class="tile-info faint number cut">{`${size} · ${formatBytes(bytes)}`}</span>
      {badge !== null && <span class="badge">{badge}</span>}
    </div>
  );
}

/** Whether the URL of the thumbnail has expired. */
export function isExpired({ thumbnailExpiresAt }: ImageSummary): boolean {
  return Date.parse(thumbnailExpiresAt) <= Date.now();
}
