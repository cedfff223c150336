import type { Millis } from '../../../ground/rows.ts';
import { fold } from '../../../query/fold.ts';
import type { ImageReplacement } from '../../images/drafts.ts';
import type { ImageRow, ImageStorage, NewImage } from '../../images/images.ts';
import type { MemoryAccountNumbers } from '../ground/account-numbers.ts';
import type { UnderKey } from '../ground/idempotency-keys.ts';
import type { MemoryBlobs } from './blobs.ts';

/** The facet, with synchronous methods that save an image and its draft in one step. */
export interface MemoryImages {
  readonly storage: ImageStorage;
  insert(image: NewImage): ImageRow;
  /** Gives a timer or a live image a new design. Null: the account has no such image. */
  replace(accountId: string, replacement: ImageReplacement, now: Millis): ImageRow | null;
  /** Returns the image. @throws Error if it does not exist. */
  require(accountId: string, id: number): ImageRow;
}

export function memoryImages(
  blobs: MemoryBlobs,
  numbers: MemoryAccountNumbers,
  underKey: UnderKey,
): MemoryImages {
  const imagesByHolder = new Map<string, ImageRow>();

  function find(accountId: string, id: number): ImageRow | null {
    return imagesByHolder.get(holderOf({ accountId, id })) ?? null;
  }

  function keep(image: ImageRow): ImageRow {
    const kept = frozen(image);
    imagesByHolder.set(holderOf(kept), kept);
    return kept;
  }

  function insert({ uses, ...image }: NewImage): ImageRow {
    const id = numbers.reserve(image.accountId, 'images');
    const row = { ...image, id, version: 1, thumbnail: null };
    blobs.hold(holderOf(row), uses);
    return keep(row);
  }

  const storage: ImageStorage = {
    async insert(image, options) {
      return underKey(options, () => insert(image));
    },
    async restore({ uses, ...image }) {
      if (numbers.isTaken(image.accountId, 'images', image.id)) return false;
      blobs.hold(holderOf(image), uses);
      numbers.take(image.accountId, 'images', image.id);
      keep(image);
      return true;
    },
    async uses(accountId, id) {
      return blobs.usesOf(holderOf({ accountId, id })).sort();
    },
    async get(accountId, id) {
      return find(accountId, id);
    },
    async findByPublicId(publicId) {
      for (const image of imagesByHolder.values()) {
        if (image.publicId === publicId) return image;
      }
      return null;
    },
    async list(accountId, { nameContains, type, active, before, limit }) {
      const rows = [...imagesByHolder.values()]
        .filter(
          (image) =>
            image.accountId === accountId &&
            (before === null || image.id < before) &&
            (type === null || image.type === type) &&
            (active === null || image.active === active) &&
            (nameContains === null || fold(image.name).includes(nameContains)),
        )
        .sort((a, b) => b.id - a.id);
      return { rows: rows.slice(0, limit), more: rows.length > limit };
    },
    async update(accountId, id, change, now) {
      const image = find(accountId, id);
      return image === null ? null : keep({ ...image, ...change, updatedAt: now });
    },
    async setTarget(accountId, id, target, now) {
      const image = find(accountId, id);
      if (image === null || image.timer === null) return null;
      const timer = { ...image.timer, target };
      return keep({ ...image, timer, version: image.version + 1, updatedAt: now });
    },
    async setThumbnail(accountId, id, thumbnail) {
      const image = find(accountId, id);
      if (image === null || image.thumbnail !== null) return;
      blobs.hold(holderOf(image), [thumbnail]);
      keep({ ...image, thumbnail });
    },
  };

  return {
    storage,
    insert,
    replace(accountId, { imageId, uses, ...change }, now) {
      const image = find(accountId, imageId);
      const type = change.live === null ? 'timer' : 'live';
      if (image?.type !== type) return null;
      blobs.hold(`new ${holderOf(image)}`, uses);
      blobs.release(`new ${holderOf(image)}`);
      blobs.release(holderOf(image));
      blobs.hold(holderOf(image), uses);
      return keep({ ...image, ...change, version: image.version + 1, updatedAt: now });
    },
    require(accountId, id) {
      const image = find(accountId, id);
      if (image === null) throw new Error('the image of a saved draft is missing');
      return image;
    },
  };
}

function holderOf({ accountId, id }: Pick<ImageRow, 'accountId' | 'id'>): string {
  return `image ${accountId} ${id}`;
}

/** Returns a frozen copy, so that the stored row can be returned without copying it. */
function frozen(image: ImageRow): ImageRow {
  const { timer, live } = image;
  return Object.freeze({
    ...image,
    live: live && Object.freeze({ ...live }),
    timer: timer && Object.freeze({ ...timer, target: Object.freeze({ ...timer.target }) }),
  });
}
