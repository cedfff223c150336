import type { ImageDetail, ImageSummary, TimerDesign } from '@vitrine/client';
import type { JSX } from 'preact';
import { useMedia } from '../../components/browser/use-media.ts';
import { Button, IconButton } from '../../components/button.tsx';
import { CopyButton } from '../../components/copy-button.tsx';
import { Icon } from '../../components/icon.tsx';
import { Dialog } from '../../components/overlays/dialog.tsx';
import { ErrorState } from '../../components/pages/states.tsx';
import { useLoad } from '../../components/pages/use-load.tsx';
import { DesignUses } from '../../components/pictures/design-uses.tsx';
import { placesInLayers } from '../../components/pictures/places-in-layers.ts';
import { ReachNote } from '../../components/pictures/reach-note.tsx';
import type { SavedDesign } from '../../requests/saved-designs.ts';
import { Link } from '../../router/link.tsx';
import { hasPlace } from '../../router/places.ts';
import { useSession } from '../../session/session.ts';
import { designUsesTexts } from '../../texts/en/images/design-uses.ts';
import { imagesTexts } from '../../texts/en/images/images.ts';
import { shellTexts } from '../../texts/en/shell.ts';
import { ImageFacts } from './image-facts.tsx';

const texts = imagesTexts.panel;

interface ImagePanelProps {
  readonly id: number;
  /** The image as the gallery shows it, if it does: the panel is loaded again when it changes. */
  readonly image: ImageSummary | null;
  readonly previous: ImageSummary | null;
  readonly next: ImageSummary | null;
  readonly onOpen: (id: number | null) => void;
  readonly onRename: (image: ImageSummary) => void;
  readonly onMove: (image: ImageSummary) => void;
  readonly onRemove: (image: ImageSummary) => void;
  readonly onRestore: (image: ImageSummary) => void;
}

/** One image with all that is known of it: beside the gallery, or above it where there is no room. */
export function ImagePanel(props: ImagePanelProps): JSX.Element {
  const { id, image, previous, next, onOpen } = props;
  const { client } = useSession();
  const isNarrow = useMedia('(width < 900px)');
  const load = useLoad(
    (signal) => client.images.get(id, { signal }),
    [client, id, image?.name, image?.folder, image?.active],
  );
  const detail = load.data?.id === id ? load.data : null;
  const name = detail?.name ?? image?.name ?? texts.title;
  const body = (
    <div class="image-body">
      {detail === null ? (
        load.error !== null && !load.isLoading && <ErrorState error={load.error} onRetry={load.reload} />
      ) : (
        <Details {...props} image={detail} />
      )}
    </div>
  );
  if (isNarrow) {
    return (
      <Dialog isSide title={name} onClose={() => onOpen(null)}>
        {body}
      </Dialog>
    );
  }
  return (
    <aside class="image-panel" aria-label={texts.title}>
      <header>
        <h2 class="cut" dir="auto" title={name}>
          {name}
        </h2>
        <IconButton
          icon="chevronLeft"
          label={texts.previous}
          disabled={previous === null}
          onClick={() => previous !== null && onOpen(previous.id)}
        />
        <IconButton
          icon="chevronRight"
          label={texts.next}
          disabled={next === null}
          onClick={() => next !== null && onOpen(next.id)}
        />
        <IconButton icon="close" label={shellTexts.close} onClick={() => onOpen(null)} />
      </header>
      {body}
    </aside>
  );
}

function Details(props: Omit<ImagePanelProps, 'image'> & { readonly image: ImageDetail }): JSX.Element {
  const { image, onRename, onMove, onRemove, onRestore } = props;
  const { id, name, type, active, renderedUrl, productionUrl, html } = image;
  const timerPlace = `/timers/${id}`;
  return (
    <>
      <div class="image-view">
        <img
          src={active ? renderedUrl : image.thumbnailUrl}
          alt={type === 'timer' ? texts.timerOf(name) : texts.pictureOf(name)}
        />
      </div>
      {!active && (
        <p class="note warn">
          <Icon name="archive" />
          <span>{texts.isDeleted}</span>
        </p>
      )}
      <div class="image-actions">
        {active ? (
          <>
            <CopyButton label={texts.copyUrl} text={productionUrl} />
            <CopyButton label={texts.copyHtml} text={html} />
            <Button size="small" icon="edit" onClick={() => onRename(image)}>
              {imagesTexts.rename}
            </Button>
            <Button size="small" icon="folder" onClick={() => onMove(image)}>
              {imagesTexts.move}
            </Button>
            <Button size="small" icon="trash" onClick={() => onRemove(image)}>
              {imagesTexts.delete}
            </Button>
          </>
        ) : (
          <Button size="small" kind="primary" icon="undo" onClick={() => onRestore(image)}>
            {imagesTexts.restore}
          </Button>
        )}
      </div>
      {active && <ReachNote url={productionUrl} />}
      <ImageFacts image={image} />
      {active && (
        <p class="image-links">
          <a href={renderedUrl} target="_blank" rel="noreferrer">
            {texts.openPicture}
          </a>
          {type === 'timer' && hasPlace(timerPlace) && <Link to={timerPlace}>{texts.openTimer}</Link>}
          {type === 'live' && <Link to={`/live-images/${id}`}>{texts.openLive}</Link>}
          {type === 'static' && (
            <Link to={`/live-images/start?image=${id}`}>{shellTexts.useInLiveImage}</Link>
          )}
        </p>
      )}
      {type === 'static' && (
        <DesignUses
          key={id}
          placesIn={(saved) => placesOf(id, saved)}
          some={imagesTexts.uses.stay}
          notSearched={imagesTexts.uses.notSearched}
        />
      )}
    </>
  );
}

/** Returns where a design shows the image. */
function placesOf(id: number, saved: SavedDesign): readonly string[] {
  const inTimer = (design: PicturesOfTimer) => placesInTimer(id, design);
  if (saved.kind === 'timer') return inTimer(saved.design);
  const { background, layers, rules, fallback } = saved.design;
  return [
    ...(background.imageId === id ? [imagesTexts.uses.background] : []),
    ...placesInLayers(layers, (layer) => layer.type === 'image' && layer.imageId === id, inTimer),
    ...Object.entries(rules).flatMap(([name, { imageId }]) => (imageId === id ? [name] : [])),
    ...(fallback.imageId === id ? [designUsesTexts.fallback] : []),
  ];
}

type PicturesOfTimer = Pick<TimerDesign, 'background' | 'expired'>;

function placesInTimer(id: number, { background, expired }: PicturesOfTimer): readonly string[] {
  return [
    ...(background.imageId === id ? [imagesTexts.uses.background] : []),
    ...(expired.imageId === id ? [imagesTexts.uses.expired] : []),
  ];
}
