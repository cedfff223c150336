import { sha256HexOfBytes } from '../../../ground/crypto.ts';
import type { Metric } from '../../../ground/metric.ts';
import { requireWithin, resultWithin } from '../../../ground/promises.ts';
import type { Millis } from '../../../ground/rows.ts';
import type { FoundPicture, RemotePictures } from '../../../live/opening/remote-pictures.ts';
import type { FetchedPicture } from '../../../media/media.ts';
import { SharedCache } from '../../../turns/shared-cache.ts';
import { isImageHost } from '../../../values/image-host.ts';
import type { ServiceContext } from '../../calls/context.ts';
import { readMovedPicture, readOwnPicture } from '../../images/image-urls.ts';

/** Bytes of fetched pictures in memory. */
const KEPT_BYTES = 64 * 1024 * 1024;
/** Bytes of an entry besides the picture. */
const OVERHEAD = 500;
/** After this time a copy is fetched again, if the server says that it has changed. */
const FRESH_FOR: Millis = 3_600_000;
/** A URL without a picture and a host that fails are left alone for so long. */
const LEFT_ALONE_FOR: Millis = 60_000;
const FAILED_HOSTS_MAX = 10_000;
/** Pictures of this server whose hashes are kept for the case that the storage is away. */
const OWN_MAX = 10_000;

/** A picture that was fetched. */
interface Copy {
  readonly picture: FoundPicture | null;
  readonly etag: string | null;
  readonly lastModified: string | null;
  /** When it has to be fetched again. */
  readonly checkAt: Millis;
}

/** A picture of this server. */
interface OwnPicture extends FoundPicture {
  readonly accountId: string;
}

type PictureContext = Pick<ServiceContext, 'storage' | 'baseUrl' | 'clock' | 'media' | 'hotBlobs'>;

/** Each account has copies of its own, so that no account can see what another one fetches, or spoil it. */
export function remotePictures({ storage, baseUrl, clock, media, hotBlobs }: PictureContext): RemotePictures {
  const copies = new SharedCache<Copy & { readonly bytes: number }>(KEPT_BYTES);
  const ownPictures = new SharedCache<OwnPicture>(OWN_MAX);
  /** Until when hosts are left alone. */
  const failedHosts = new SharedCache<Millis>(FAILED_HOSTS_MAX);
  const running = new Map<string, Promise<Copy | null>>();
  const fetches = { picture: 0, unchanged: 0, none: 0, host_failed: 0 };

  async function lookUpOwn(publicId: string): Promise<OwnPicture | null> {
    const image = await storage.images.findByPublicId(publicId);
    if (image?.blob == null || !image.active) {
      ownPictures.delete(publicId);
      return null;
    }
    const { blob: hash, accountId } = image;
    const found = { hash, accountId, load: () => hotBlobs.require(hash, accountId) };
    ownPictures.set(publicId, found, { account: accountId, bytes: 1 });
    return found;
  }

  /** A picture that can't be looked up now is the one that it was before. */
  async function findOwn(publicId: string, within: number): Promise<OwnPicture | null> {
    const before = ownPictures.get(publicId) ?? null;
    try {
      return await requireWithin(lookUpOwn(publicId), within, 'The picture was not found in time.');
    } catch {
      return before;
    }
  }

  /**
   * Finds a picture of the account by a URL with an earlier address of this server, which records still have: a server gets
   * its public address after the first pictures.
   */
  async function findMoved(accountId: string, url: string, within: number): Promise<FoundPicture | null> {
    const publicId = readMovedPicture(url);
    const found = publicId === null ? null : await findOwn(publicId, within);
    return found?.accountId === accountId ? found : null;
  }

  async function findOne(
    accountId: string,
    url: string,
    hosts: () => Promise<readonly string[]>,
    within: number,
  ): Promise<FoundPicture | null> {
    const own = readOwnPicture(baseUrl(), url);
    if (own !== 'foreign') return own === null ? null : findOwn(own, within);
    const key = `${accountId} ${url}`;
    const moved = findMoved(accountId, url, within);
    const allowed = await resultWithin(hosts(), within).catch(() => null);
    const copy = copies.get(key) ?? null;
    // The storage is away. The host was allowed when the copy was made.
    if (allowed === null) return copy?.picture ?? moved;
    if (!isImageHost(allowed, new URL(url).hostname)) return moved;
    if (copy !== null && copy.checkAt > clock()) return copy.picture;
    if ((failedHosts.get(hostKey(accountId, url)) ?? 0) > clock()) return copy?.picture ?? null;
    const fetched = await resultWithin(fetchOnce(accountId, url, key, allowed), within);
    return (fetched ?? copy)?.picture ?? null;
  }

  /** Returns null if the picture could not be fetched now. */
  function fetchOnce(
    accountId: string,
    url: string,
    key: string,
    hosts: readonly string[],
  ): Promise<Copy | null> {
    const known = running.get(key);
    if (known !== undefined) return known;
    const fetching = fetchOne(accountId, url, key, hosts)
      // Too many wait, or the server ends.
      .catch(() => null)
      .finally(() => running.delete(key));
    running.set(key, fetching);
    return fetching;
  }

  async function fetchOne(
    accountId: string,
    url: string,
    key: string,
    hosts: readonly string[],
  ): Promise<Copy | null> {
    if (media === null) return null;
    const before = copies.get(key) ?? null;
    const { etag = null, lastModified = null } = before?.picture == null ? {} : before;
    const fetched = await media.fetchPicture(
      { url, mayVisit: (host) => isImageHost(hosts, host), etag, lastModified },
      { account: accountId },
    );
    fetches[fetched.result]++;
    if (fetched.result === 'host_failed') {
      failedHosts.set(hostKey(accountId, url), clock() + LEFT_ALONE_FOR, { account: accountId, bytes: 1 });
      return before;
    }
    const copy = copyOf(fetched, before, clock());
    copies.set(key, copy, { account: accountId, bytes: copy.bytes + OVERHEAD });
    return copy;
  }

  return {
    async find(accountId, urls, within) {
      let listed: Promise<readonly string[]> | null = null;
      const hosts = () => {
        listed ??= storage.accounts.get(accountId).then((account) => account?.imageHosts ?? []);
        return listed;
      };
      const found = await Promise.all(
        urls.map(async (url) => {
          // A storage that is too busy costs the picture, not the live image.
          const picture = await findOne(accountId, url, hosts, within).catch(() => null);
          return [url, picture] as const;
        }),
      );
      return new Map(found.flatMap(([url, picture]) => (picture === null ? [] : [[url, picture] as const])));
    },
    metrics() {
      const help = 'Fetches of remote pictures, by result.';
      const counted = Object.entries(fetches).map(
        ([result, value]): Metric => ({
          name: 'vitrine_picture_fetches_total',
          help,
          kind: 'counter',
          labels: { result },
          value,
        }),
      );
      const bytes: Metric = {
        name: 'vitrine_fetched_pictures_bytes',
        help: 'Bytes of fetched pictures in memory.',
        kind: 'gauge',
        value: copies.bytes,
      };
      return [...counted, bytes];
    },
  };
}

function hostKey(accountId: string, url: string): string {
  return `${accountId} ${new URL(url).host}`;
}

/** Returns the copy after a fetch. One that is stale is better than none. */
function copyOf(
  fetched: Exclude<FetchedPicture, { readonly result: 'host_failed' }>,
  before: (Copy & { readonly bytes: number }) | null,
  now: Millis,
): Copy & { readonly bytes: number } {
  if (fetched.result === 'picture') {
    const { picture, etag, lastModified } = fetched;
    const { bytes } = picture;
    const found = { hash: sha256HexOfBytes(bytes), load: async () => bytes };
    return { picture: found, bytes: bytes.length, etag, lastModified, checkAt: now + FRESH_FOR };
  }
  const isUnchanged = fetched.result === 'unchanged' && before?.picture != null;
  const kept = before ?? { picture: null, bytes: 0, etag: null, lastModified: null };
  return { ...kept, checkAt: now + (isUnchanged ? FRESH_FOR : LEFT_ALONE_FOR) };
}
