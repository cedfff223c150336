import type { LiveDesign } from '../../../contracts/live/live-design.ts';
import { DEFAULT_LAYERS } from '../../../contracts/live/live-layers.ts';
import type { Issue } from '../../../ground/errors.ts';
import { type NamedResource, resourcesIn } from '../../../live/design/resource-ids.ts';
import type { LiveResources } from '../../../live/design/stored-design.ts';
import type { FontSource } from '../../../media/timer-scene.ts';
import { requireMedia, type ServiceContext } from '../../calls/context.ts';
import { type FoundResource, findFont, findPicture } from '../../drafts/design-resources.ts';

export interface FoundLiveResources {
  readonly resources: LiveResources;
  /** What can't be used now, at paths in the design. A saved design keeps it (`isPinned`). */
  readonly missing: readonly (Issue & { readonly isPinned: boolean })[];
}

/**
 * Finds the fonts and pictures that a design names. @throws UnavailableError without `media`.
 *
 * @param pinned what the live image has pinned that the design changes. Null: nothing.
 */
export async function findLiveResources(
  context: ServiceContext,
  accountId: string,
  design: LiveDesign,
  pinned: LiveResources | null,
): Promise<FoundLiveResources> {
  const media = requireMedia(context.media);
  const fonts: Record<string, FontSource> = {};
  const pictures: Record<string, string> = {};
  const missing: FoundLiveResources['missing'][number][] = [];
  const once = new Map<string, Promise<FoundResource<FontSource | string>>>();

  function find({ kind, id }: NamedResource): Promise<FoundResource<FontSource | string>> {
    const key = `${kind} ${id}`;
    const known = once.get(key);
    if (known !== undefined) return known;
    const found =
      kind === 'picture'
        ? findPicture(context, accountId, id, pinned?.pictures[id] ?? null)
        : findFont(context, media, accountId, id, kind === 'digits', pinned?.fonts[id] ?? null);
    once.set(key, found);
    return found;
  }

  for (const named of resourcesIn(design)) {
    const { path, id } = named;
    const result = await find(named);
    if ('message' in result) {
      missing.push({ path, message: result.message, isPinned: result.pinned !== null });
    }
    const resource = 'found' in result ? result.found : result.pinned;
    if (typeof resource === 'string') pictures[id] = resource;
    else if (resource !== null) fonts[id] = resource;
  }
  // A text in a font that is missing is drawn in the default one.
  const { fontId } = DEFAULT_LAYERS.text;
  return { resources: { fonts: { [fontId]: { builtin: fontId }, ...fonts }, pictures }, missing };
}

/** Returns all blobs of the resources. */
export function blobsOfLive({ fonts, pictures }: LiveResources): string[] {
  const hashes = Object.values(fonts).flatMap((font) => ('blob' in font ? [font.blob] : []));
  return [...new Set([...hashes, ...Object.values(pictures)])];
}
