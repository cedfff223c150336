import { type CompiledLive, compileLive } from '../../../live/design/compiled-design.ts';
import { type LiveResources, readLive } from '../../../live/design/stored-design.ts';
import type {
  LiveDependence,
  LiveOpeningOptions,
  LiveOpenings,
  OpenedLive,
} from '../../../live/opening/opened-live.ts';
import { type LiveOpening, type ResolvedLive, resolveLive } from '../../../live/opening/resolve-live.ts';
import { fallbackScene, sceneOfLive } from '../../../live/opening/scene-of-live.ts';
import { type LiveValue, readVariables } from '../../../live/values/variables.ts';
import type { ImageRow } from '../../../storage/images/images.ts';
import { SharedCache } from '../../../turns/shared-cache.ts';
import type { ServiceContext } from '../../calls/context.ts';
import { knownSources, type OpenedFor } from '../sources/known-sources.ts';
import { readPlaces } from '../sources/live-places.ts';
import { readSources } from '../sources/read-sources.ts';

interface KeptDesign {
  readonly compiled: CompiledLive;
  readonly resources: LiveResources;
}

/** Characters of the designs that are kept compiled. A compiled one takes several times its text. */
const KEPT_CHARACTERS = 4_000_000;

export function liveOpenings(
  context: Pick<ServiceContext, 'storage' | 'clock' | 'hotBlobs' | 'openingTurns' | 'findPlace'>,
): LiveOpenings {
  const { findPlace } = context;
  const kept = new SharedCache<KeptDesign>(KEPT_CHARACTERS);
  const known = knownSources(context.clock);

  async function keptDesign({ accountId, publicId, version, live }: ImageRow): Promise<KeptDesign> {
    if (live === null) throw new Error('the image is not a live image');
    // A new design moves the version, so that the text need not be compared.
    const key = `${publicId} ${version}`;
    const known = kept.get(key);
    if (known !== undefined) return known;
    const stored = readLive(live);
    const { compiled } = await compileLive(stored);
    const design = { compiled, resources: stored.resources };
    kept.set(key, design, {
      account: accountId,
      bytes: live.design.length + live.resources.length,
    });
    return design;
  }

  async function openKept(
    accountId: string,
    design: KeptDesign,
    variables: ReadonlyMap<string, LiveValue>,
    { at, client, recordId = null, rule = null, signal }: LiveOpeningOptions,
  ): Promise<OpenedLive> {
    const { compiled } = design;
    // Without sources nothing is read, so that a storage that is away delays no picture of the values of its URL.
    if (compiled.sources.length === 0) {
      return openedOf(accountId, design, { variables, sources: new Map(), at, client, rule });
    }
    return context.openingTurns.run({ account: accountId, signal }, async () => {
      const places = await readPlaces(context, accountId, compiled.design);
      const sources = await readSources(context, {
        ...{ compiled, places, variables, at, recordId, findPlace, signal },
      });
      return openedOf(accountId, design, { variables, sources, at, client, rule });
    });
  }

  function openedOf(
    accountId: string,
    { compiled, resources }: KeptDesign,
    opening: LiveOpening,
  ): OpenedLive {
    const resolved = resolveLive(compiled, opening);
    const load = context.hotBlobs.loadFor(accountId);
    return {
      compiled,
      resolved,
      link: resolved.link,
      records: opening.sources,
      dependence: dependenceOf(compiled, resolved),
      photos: [...new Set(resolved.layers.flatMap(({ url }) => (url === null ? [] : [url])))],
      scene: (choices) => sceneOfLive(resolved, { compiled, resources, opening, load }, choices),
    };
  }

  return {
    async kept(image) {
      const { compiled, resources } = await keptDesign(image);
      const { design } = compiled;
      return {
        design,
        fallback: (format) =>
          fallbackScene(compiled, resources, context.hotBlobs.loadFor(image.accountId), format),
      };
    },
    async open(image, query, options) {
      const design = await keptDesign(image);
      const openedBy = openedFor(image, design, query);
      const opened = await openKept(image.accountId, design, openedBy.variables, options);
      if (options.keeps === true) known.keep(openedBy, opened.records);
      return opened;
    },
    async openAsBefore(image, query, { at, client }) {
      const design = await keptDesign(image);
      const before = openedFor(image, design, query);
      const sources = known.find(before);
      const { variables } = before;
      return sources === null
        ? null
        : openedOf(image.accountId, design, { variables, sources, at, client, rule: null });
    },
    async openDesign(accountId, stored, query, options) {
      const { compiled } = await compileLive(stored);
      const variables = readVariables(compiled.design, query);
      return openKept(accountId, { compiled, resources: stored.resources }, variables, options);
    },
  };
}

function openedFor(image: ImageRow, { compiled }: KeptDesign, query: ReadonlyMap<string, string>): OpenedFor {
  return { image, compiled, variables: readVariables(compiled.design, query) };
}

function dependenceOf({ design, usesNow }: CompiledLive, { layers }: ResolvedLive): LiveDependence {
  if (layers.some(({ layer }) => layer.type === 'timer')) return 'timer';
  const dependsOnOpening = Object.values(design.rules).some(({ when }) =>
    when.some(({ after, before, weekdays, client }) => after ?? before ?? weekdays ?? client),
  );
  return dependsOnOpening || usesNow || Object.keys(design.sources).length > 0 ? 'data' : 'url';
}
