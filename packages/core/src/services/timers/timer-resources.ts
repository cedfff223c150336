import { ID_MAX } from '../../contracts/designs/design-members.ts';
import { rawMember } from '../../contracts/ground/contract.ts';
import { DEFAULT_DESIGN } from '../../contracts/timers/timer-design.ts';
import type { Media } from '../../media/media.ts';
import type { FontSource } from '../../media/timer-scene.ts';
import type { DraftOf, TimerResources } from '../../timers/stored-timer.ts';
import type { ServiceContext } from '../calls/context.ts';
import { findFont, findPicture } from '../drafts/design-resources.ts';

/** The resources of a design. The default font, or no picture, replaces missing ones. */
export interface FoundResources {
  readonly resources: TimerResources;
  /** One entry for each missing or unsuitable resource. */
  readonly missing: readonly { readonly path: keyof DesignIds; readonly message: string }[];
}

/** The members of a design that refer to resources of the account. */
export interface DesignIds {
  readonly 'digits.fontId': number;
  readonly 'labels.fontId': number;
  readonly 'headline.fontId': number;
  readonly 'background.imageId': number | null;
  readonly 'expired.imageId': number | null;
}

/** Returns the ids in the JSON of a design, which may be invalid in any member. Invalid ids count as the default. */
export function idsIn(design: unknown): DesignIds {
  const idAt = (group: string, member: string): number | null => {
    const id = rawMember(rawMember(design, group), member);
    return typeof id === 'number' && Number.isInteger(id) && id >= 1 && id <= ID_MAX ? id : null;
  };
  return {
    'digits.fontId': idAt('digits', 'fontId') ?? DEFAULT_DESIGN.digits.fontId,
    'labels.fontId': idAt('labels', 'fontId') ?? DEFAULT_DESIGN.labels.fontId,
    'headline.fontId': idAt('headline', 'fontId') ?? DEFAULT_DESIGN.headline.fontId,
    'background.imageId': idAt('background', 'imageId'),
    'expired.imageId': idAt('expired', 'imageId'),
  };
}

const FONT_OF = {
  'digits.fontId': 'digitFont',
  'labels.fontId': 'labelFont',
  'headline.fontId': 'headlineFont',
} as const;
const PICTURE_OF = { 'background.imageId': 'background', 'expired.imageId': 'expiredImage' } as const;

/**
 * Finds the resources of the account that the ids of a design refer to.
 *
 * @param pinned the timer that the design changes. It keeps its fonts and pictures even if they are deleted.
 */
export async function findResources(
  context: ServiceContext,
  media: Media,
  accountId: string,
  ids: DesignIds,
  pinned: Pick<DraftOf, 'design' | 'resources'> | null = null,
): Promise<FoundResources> {
  const pinnedIds = pinned === null ? null : idsIn(pinned.design);
  const missing: FoundResources['missing'][number][] = [];

  async function font(path: keyof typeof FONT_OF): Promise<FontSource> {
    const id = ids[path];
    const own = pinned !== null && pinnedIds?.[path] === id ? pinned.resources[FONT_OF[path]] : null;
    const font = await findFont(context, media, accountId, id, path === 'digits.fontId', own);
    if ('found' in font) return font.found;
    if (font.pinned !== null) return font.pinned;
    missing.push({ path, message: font.message });
    const group = path.slice(0, path.indexOf('.')) as 'digits' | 'labels' | 'headline';
    return { builtin: DEFAULT_DESIGN[group].fontId };
  }

  async function picture(path: keyof typeof PICTURE_OF): Promise<string | null> {
    const id = ids[path];
    if (id === null) return null;
    const own = pinned !== null && pinnedIds?.[path] === id ? pinned.resources[PICTURE_OF[path]] : null;
    const image = await findPicture(context, accountId, id, own);
    if ('found' in image) return image.found;
    if (image.pinned === null) missing.push({ path, message: image.message });
    return image.pinned;
  }

  const resources = {
    digitFont: await font('digits.fontId'),
    labelFont: await font('labels.fontId'),
    headlineFont: await font('headline.fontId'),
    background: await picture('background.imageId'),
    expiredImage: await picture('expired.imageId'),
  };
  return { resources, missing };
}

/** Returns all blobs of the resources. */
export function blobsOf(resources: TimerResources): string[] {
  const { digitFont, labelFont, headlineFont, background, expiredImage } = resources;
  const fonts = [digitFont, labelFont, headlineFont].flatMap((font) => ('blob' in font ? [font.blob] : []));
  const pictures = [background, expiredImage].filter((hash) => hash !== null);
  return [...new Set([...fonts, ...pictures])];
}
