import type { ImageDetail, ImageSummary } from '../../contracts/images.ts';
import type { ImageRow } from '../../storage/images.ts';
import { pictureOfTimer, showTimer } from '../../timers/show-timer.ts';
import type { ServiceContext } from '../calls/context.ts';
import { productionUrlOf, thumbnailScope } from './image-urls.ts';

type ViewContext = Pick<ServiceContext, 'baseUrl' | 'clock' | 'tokens'>;

/**
 * Returns an image as lists show it (docs/rules.md#image). Mints the URL of the thumbnail, which is valid for 15 to 20
 * minutes.
 */
export function showImageSummary({ baseUrl, clock, tokens }: ViewContext, image: ImageRow): ImageSummary {
  const { id, publicId, name, type, active, folder, width, height, format, animated, bytes } = image;
  const { token, expiresAt } = tokens.mint('thumbnail', publicId, thumbnailScope(image), clock());
  return {
    id,
    name,
    type,
    status: active ? 'active' : 'deleted',
    active,
    folder,
    width,
    height,
    format,
    animated,
    bytes,
    productionUrl: productionUrlOf(baseUrl(), publicId),
    thumbnailUrl: `${baseUrl()}/v2/image-thumbnails/${token}/${id}`,
    thumbnailExpiresAt: new Date(expiresAt).toISOString(),
    date_created: new Date(image.createdAt).toISOString(),
    date_updated: new Date(image.updatedAt).toISOString(),
  };
}

/** Returns an image with all details (docs/rules.md#image). */
export function showImageDetail(context: ViewContext, image: ImageRow): ImageDetail {
  const summary = showImageSummary(context, image);
  return {
    ...summary,
    renderedUrl: renderedUrlOf(context, image),
    html: imageHtml(context, image),
    warnings: image.format === 'webp' ? [WEBP_WARNING] : [],
    ...(image.timer === null ? {} : { timer: showTimer(image.timer, context.clock()) }),
  };
}

/** Returns the URL of the current picture. Mail clients cache pictures, so each version of a timer has its own URL. */
export function renderedUrlOf({ baseUrl }: Pick<ViewContext, 'baseUrl'>, image: ImageRow): string {
  const url = productionUrlOf(baseUrl(), image.publicId);
  return image.timer === null ? url : `${url}?v=${image.version}`;
}

const WEBP_WARNING =
  'Outlook for Windows does not show WebP. For e-mails, add the picture as PNG, JPEG or GIF.';

/** Mail clients draw a border around links, space below inline images, and images wider than a phone. */
const MAIL_STYLE = 'display:block;border:0;max-width:100%;height:auto';
/** Users replace it by the tag of their mail tool. As it is, it counts as missing. */
const START_PLACEHOLDER = '?start={{send_time}}';

/** Returns the HTML of an image for mails. Outlook stretches an image unless both sizes are given. */
export function imageHtml({ baseUrl }: Pick<ViewContext, 'baseUrl'>, image: ImageRow): string {
  const { publicId, name, timer } = image;
  const { width, height, altText, target } =
    timer === null ? { ...image, altText: null, target: null } : pictureOfTimer(timer);
  const query = target?.kind === 'evergreen' ? START_PLACEHOLDER : '';
  const src = escapeHtml(productionUrlOf(baseUrl(), publicId) + query);
  const alt = escapeHtml(altText ?? name);
  return `<img src="${src}" width="${width}" height="${height}" alt="${alt}" style="${MAIL_STYLE}">`;
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character);
}
