import type { ImageDetail, ImageSummary } from '../../contracts/images/images.ts';
import type { LiveDesign } from '../../contracts/live/live-design.ts';
import type { MergeTags } from '../../contracts/live/live-drafts.ts';
import type { TimerDesignTarget } from '../../contracts/timers/timer-target.ts';
import { readLive } from '../../live/design/stored-design.ts';
import { hasLink, mergeTag, queryOfTags } from '../../live/values/merge-tags.ts';
import { LINK_MEMBERS } from '../../schema/export-layout.ts';
import type { ImageRow } from '../../storage/images/images.ts';
import { pictureOfTimer, showTimer } from '../../timers/stored-timer.ts';
import type { ServiceContext } from '../calls/context.ts';
import { clickUrlOf, productionUrlOf, thumbnailScope } from './image-urls.ts';

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
    ...(image.live === null ? {} : { live: { design: readLive(image.live).design } }),
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
/** The variable that a tag of a template prints. */
const NAME_IN_TAG = /\{\{-?\s*([A-Za-z_]\w*)/g;

/**
 * Returns the query that the URL of a timer needs. Users replace its tags by those of their mail tool; as they are, they
 * count as missing.
 */
function placeholdersOf({ kind, key = {} }: TimerDesignTarget): string {
  if (kind === 'evergreen') return '?start={{send_time}}';
  if (kind === 'value') return '?until={{until}}';
  if (kind !== 'record') return '';
  const tags = Object.values(key).flatMap((text) => [...text.matchAll(NAME_IN_TAG)]);
  const names = [...new Set(tags.map(([, name]) => name))];
  return names.length === 0 ? '' : `?${names.map((name) => `${name}={{${name}}}`).join('&')}`;
}

/** Returns the HTML of an image for mails. */
export function imageHtml({ baseUrl }: Pick<ViewContext, 'baseUrl'>, image: ImageRow): string {
  const { publicId, name, timer, live } = image;
  if (live !== null) return liveHtml({ baseUrl }, image, readLive(live).design);
  const { width, height, altText, target } =
    timer === null ? { ...image, altText: null, target: null } : pictureOfTimer(timer);
  const query = target === null ? '' : placeholdersOf(target);
  const src = escapeHtml(productionUrlOf(baseUrl(), publicId) + query);
  return imgTag(src, { width, height, alt: altText ?? name });
}

/**
 * Returns the HTML of a live image for mails: linked, if a click may lead anywhere, and with the merge tags of a mail tool.
 * A mail tool can't sign, so that the tags of a signed image are those of an export with `liveLinks`.
 */
export function liveHtml(
  { baseUrl }: Pick<ViewContext, 'baseUrl'>,
  { publicId, name }: ImageRow,
  design: LiveDesign,
  tool: MergeTags = 'plain',
): string {
  // Mail tools read the text of the HTML, so that the tags stay as they are.
  const query = queryOfTags(design, tool).replaceAll('&', '&amp;');
  const isOpen = design.access === 'open';
  const [signedUrl, signedClick] = LINK_MEMBERS;
  const src = isOpen ? escapeHtml(productionUrlOf(baseUrl(), publicId)) + query : mergeTag(signedUrl, tool);
  const href = isOpen ? escapeHtml(clickUrlOf(baseUrl(), publicId)) + query : mergeTag(signedClick, tool);
  const { width, height, altText } = design;
  // A text with values is another one for each reader, so the mail shows the name.
  const alt = altText === null || /\{\{|\{%/.test(altText) ? name : altText;
  const img = imgTag(src, { width, height, alt });
  if (!hasLink(design)) return img;
  return `<a href="${href}">${img}</a>`;
}

/** Outlook stretches an image unless both sizes are given. @param src as the value of an attribute. */
function imgTag(
  src: string,
  { width, height, alt }: { readonly width: number; readonly height: number; readonly alt: string },
): string {
  return `<img src="${src}" width="${width}" height="${height}" alt="${escapeHtml(alt)}" style="${MAIL_STYLE}">`;
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
