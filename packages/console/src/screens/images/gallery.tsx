import type { ImageSummary } from '@vitrine/client';
import type { JSX, TargetedKeyboardEvent } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { useViewport } from '../../components/browser/use-viewport.ts';
import { imagesTexts } from '../../texts/en/images/images.ts';
import { GalleryTile, isExpired, tileId } from './gallery-tile.tsx';
import { galleryWindow, movedIndex, type Port, topShowing } from './gallery-window.ts';

interface GalleryProps {
  readonly images: readonly ImageSummary[];
  readonly openId: number | null;
  readonly selected: ReadonlySet<number>;
  readonly onSelected: (selected: ReadonlySet<number>) => void;
  readonly onOpen: (id: number | null) => void;
  readonly onRename: (image: ImageSummary) => void;
  readonly onRemove: (images: readonly ImageSummary[]) => void;
  /** Called when URLs of shown thumbnails have expired. */
  readonly onExpired: () => void;
}

/** Pixels that the user scrolls before other rows are rendered. */
const STEP = 64;

/** Before the element is measured. */
const UNMEASURED: Port = { top: 0, width: 800, height: 600 };

/** Images as tiles. Only those in sight exist, so that any number of them scrolls smoothly. */
export function Gallery(props: GalleryProps): JSX.Element {
  const { images, openId, selected, onSelected, onOpen } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const [port] = useViewport(scroller, portOf, UNMEASURED);
  // An image that is deleted leaves its place to the next one.
  const [place, setPlace] = useState({ id: images[0]?.id ?? 0, index: 0 });
  const anchor = useRef(0);
  const found = images.findIndex(({ id }) => id === place.id);
  const active = found >= 0 ? found : Math.min(place.index, images.length - 1);

  const { columns, first, last, offset, height } = galleryWindow(port, images.length);
  const shown = images.slice(first, last);
  const hasExpired = shown.some(isExpired);
  useEffect(() => {
    if (hasExpired) props.onExpired();
  }, [hasExpired]);

  function reveal(index: number): void {
    const element = scroller.current;
    if (element === null) return;
    const { scrollTop: top, clientHeight } = element;
    element.scrollTop = topShowing(index, columns, { ...port, top, height: clientHeight });
  }

  // A link to an image, and the next image in its panel, bring it into sight.
  const opened = images.findIndex(({ id }) => id === openId);
  useLayoutEffect(() => {
    if (opened < 0 || openId === null) return;
    setPlace({ id: openId, index: opened });
    reveal(opened);
  }, [openId, opened < 0, columns]);

  function moveTo(index: number, isExtending: boolean): void {
    const image = images[index];
    if (image === undefined) return;
    setPlace({ id: image.id, index });
    reveal(index);
    if (isExtending) selectRange(index);
    else anchor.current = index;
  }

  function selectRange(to: number): void {
    const [start, end] = [Math.min(anchor.current, to), Math.max(anchor.current, to)];
    onSelected(new Set(images.slice(start, end + 1).map(({ id }) => id)));
  }

  function toggle(index: number): void {
    const image = images[index];
    if (image === undefined) return;
    anchor.current = index;
    setPlace({ id: image.id, index });
    const next = new Set(selected);
    if (!next.delete(image.id)) next.add(image.id);
    onSelected(next);
  }

  function pressKey(event: TargetedKeyboardEvent<HTMLDivElement>): void {
    const image = images[active];
    if (image === undefined || event.altKey) return;
    const hasModifier = event.ctrlKey || event.metaKey;
    const target = hasModifier ? null : movedIndex(event.key, active, images.length, port);
    if (target !== null) {
      moveTo(target, event.shiftKey);
      // An open panel follows.
      const next = images[target];
      if (openId !== null && !event.shiftKey && next !== undefined) onOpen(next.id);
    } else if (event.key === 'Enter') onOpen(image.id);
    else if (event.key === ' ') toggle(active);
    else if (event.key === 'F2') props.onRename(image);
    else if (event.key === 'Delete') {
      props.onRemove(selected.size === 0 ? [image] : images.filter(({ id }) => selected.has(id)));
    } else if (event.key === 'Escape' && (selected.size > 0 || openId !== null)) {
      if (selected.size > 0) onSelected(new Set());
      else onOpen(null);
    } else if (hasModifier && event.key.toLowerCase() === 'a') {
      onSelected(new Set(images.map(({ id }) => id)));
    } else return;
    event.preventDefault();
  }

  return (
    <div
      ref={scroller}
      class="gallery"
      role="listbox"
      tabIndex={0}
      aria-label={imagesTexts.gallery}
      aria-description={imagesTexts.help}
      aria-multiselectable
      aria-activedescendant={active >= first && active < last ? tileId(images[active]?.id ?? 0) : undefined}
      onKeyDown={pressKey}
      onClick={(event) => {
        const { target } = event;
        const tile = target instanceof Element ? target.closest<HTMLElement>('[data-index]') : null;
        if (tile === null || !(target instanceof Element)) return;
        const index = Number(tile.dataset.index);
        if (target.closest('[data-check]') !== null || event.ctrlKey || event.metaKey) toggle(index);
        else if (event.shiftKey) moveTo(index, true);
        else {
          moveTo(index, false);
          onOpen(images[index]?.id ?? null);
        }
      }}
    >
      <div class="gallery-rows" role="presentation" style={{ height: `${height}px` }}>
        <div
          class="gallery-shown"
          role="presentation"
          style={{ translate: `0 ${offset}px`, gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))` }}
        >
          {shown.map((image, place) => (
            <GalleryTile
              key={image.id}
              image={image}
              index={first + place}
              count={images.length}
              isActive={first + place === active}
              isSelected={selected.has(image.id)}
              isOpen={image.id === openId}
            />
          ))}
        </div>
      </div>
    </div>
  );
}

function portOf(element: HTMLElement): Port {
  const { paddingLeft, paddingRight } = getComputedStyle(element);
  return {
    top: Math.floor(element.scrollTop / STEP) * STEP,
    width: element.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight),
    height: element.clientHeight + STEP,
  };
}
