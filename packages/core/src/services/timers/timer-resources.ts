import { rawMember } from '../../contracts/contract.ts';
import { ID_MAX } from '../../contracts/design-members.ts';
import { DEFAULT_DESIGN } from '../../contracts/timer-design.ts';
import type { Media } from '../../media/media.ts';
import type { FontFacts } from '../../storage/fonts.ts';
import type { DraftOf, TimerResources } from '../../timers/stored-timer.ts';
import type { ServiceContext } from '../calls/context.ts';

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

/** Upper bound of fonts that a message names. */
const NAMED_MAX = 20;

/**
 * Finds the resources of the account that the ids of a design refer to.
 *
 * @param pinned the timer that the design changes. It keeps its fonts and pictures even if they are deleted.
 */
export async function findResources(
  { storage }: ServiceContext,
  media: Media,
  accountId: string,
  ids: DesignIds,
  pinned: Pick<DraftOf, 'design' | 'resources'> | null = null,
): Promise<FoundResources> {
  const pinnedIds = pinned === null ? null : idsIn(pinned.design);
  const missing: FoundResources['missing'][number][] = [];

  async function findFont(
    path: 'digits.fontId' | 'labels.fontId' | 'headline.fontId',
    isFit: (facts: FontFacts) => boolean,
  ): Promise<TimerResources['digitFont']> {
    const id = ids[path];
    const builtin = media.builtinFonts.find((font) => font.id === id);
    if (builtin !== undefined && isFit(builtin.facts)) return { builtin: id };
    const font = builtin === undefined ? await storage.fonts.get(accountId, id) : null;
    if (font !== null && isFit(font)) return { blob: font.blob };
    const own = pinned === null || pinnedIds?.[path] !== id ? null : pinned.resources[FONT_OF[path]];
    if (own !== null) return own;
    const exists = builtin !== undefined || font !== null;
    const reason = exists ? `The font ${id} has no digits 0 to 9.` : `No font has the id ${id}.`;
    missing.push({ path, message: `${reason} Allowed: ${await nameFonts(isFit)}.` });
    const group = path.slice(0, path.indexOf('.')) as 'digits' | 'labels' | 'headline';
    return { builtin: DEFAULT_DESIGN[group].fontId };
  }

  async function nameFonts(isFit: (facts: FontFacts) => boolean): Promise<string> {
    const builtin = media.builtinFonts.filter(({ facts }) => isFit(facts));
    const custom = (await storage.fonts.list(accountId)).filter(isFit);
    const names = [
      ...custom.slice(-NAMED_MAX).map(({ id, fullName }) => `${id} (${fullName})`),
      ...builtin.map(({ id, facts }) => `${id} (${facts.fullName})`),
    ];
    return names.join(', ') + (custom.length > NAMED_MAX ? ' and others of the list of fonts' : '');
  }

  async function findPicture(path: 'background.imageId' | 'expired.imageId'): Promise<string | null> {
    const id = ids[path];
    if (id === null) return null;
    const image = await storage.images.get(accountId, id);
    if (image?.active === true && image.blob !== null) return image.blob;
    const own = path === 'background.imageId' ? 'background' : 'expiredImage';
    if (pinned !== null && pinnedIds?.[path] === id && pinned.resources[own] !== null)
      return pinned.resources[own];
    const reason =
      image === null
        ? `No image has the id ${id}.`
        : image.active
          ? `The image ${id} is a timer.`
          : `The image ${id} is deleted.`;
    const allowed = 'Allowed: null, and the ids of static images.';
    missing.push({ path, message: `${reason} ${allowed}` });
    return null;
  }

  const resources = {
    digitFont: await findFont('digits.fontId', ({ hasDigits }) => hasDigits),
    labelFont: await findFont('labels.fontId', () => true),
    headlineFont: await findFont('headline.fontId', () => true),
    background: await findPicture('background.imageId'),
    expiredImage: await findPicture('expired.imageId'),
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
