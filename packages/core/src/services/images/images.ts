import { parseContract } from '../../contracts/ground/contract.ts';
import {
  AddImageRequest,
  IMAGE_TYPES,
  type ImageDetail,
  type ImageSummary,
  type ImageTypesList,
  ListImagesQuery,
  LookupImageByUrlRequest,
  MoveImageRequest,
  RenameImageRequest,
} from '../../contracts/images/images.ts';
import type { Page } from '../../ground/calls/pages.ts';
import { NotFoundError, ValidationError, VitrineError } from '../../ground/errors.ts';
import { requireInt32 } from '../../ground/int32.ts';
import { IMAGE_FILE_MAX, NAME_MAX } from '../../ground/limits.ts';
import { canBeStored } from '../../ground/stored-text.ts';
import { guardWrites, type Principal, requireAccountKey } from '../../ports/access.ts';
import { fold } from '../../query/fold.ts';
import type { ImageFormat, ImageRow, NewImage } from '../../storage/images/images.ts';
import type { CallOptions } from '../../turns/caller.ts';
import { requireMedia, type ServiceContext } from '../calls/context.ts';
import { numberCursor, pageOf, pageStart } from '../calls/page.ts';
import { type OnceOptions, once, type RepeatableCall } from '../idempotency/idempotency.ts';
import { keepBlob } from './blobs.ts';
import { newPublicId, readProductionUrl } from './image-urls.ts';
import { showImageDetail, showImageSummary } from './image-view.ts';

/** The bytes of a picture. Its media type is `image/` and the format. */
export interface Picture {
  readonly format: ImageFormat;
  readonly bytes: Uint8Array;
}

/** Draws an image that is not stored, as it is now: a timer, or a live image with its samples. */
export type DrawImage = (image: ImageRow, options: CallOptions) => Promise<Picture>;

/**
 * Images (docs/rules.md#images). All calls need an account principal and throw `forbidden` for a store key. An id that
 * is unknown, of another account, or not an int32 throws `not_found`. Ids are numbers or text from a path.
 */
export interface ImageService {
  types(principal: Principal): ImageTypesList;
  /** Newest first. Only active ones by default. */
  list(principal: Principal, query?: ListImagesQuery, options?: CallOptions): Promise<Page<ImageSummary>>;
  /** Also returns deleted images, with `active: false`. */
  get(principal: Principal, id: string | number): Promise<ImageDetail>;
  /**
   * Returns the picture, also of a deleted image: of a timer what it shows now, of a live image what it shows with its
   * samples.
   *
   * @throws UnavailableError if too much is being drawn, or without `media`.
   */
  open(principal: Principal, id: string | number, options?: CallOptions): Promise<Picture>;
  /** Hides the image from production URLs and lists. Does nothing if it is deleted already. */
  delete(principal: Principal, id: string | number): Promise<void>;
  /** Restores the image in the root folder, with the same production URL. Does nothing if it is not deleted. */
  restore(principal: Principal, id: string | number): Promise<void>;
  rename(principal: Principal, id: string | number, request: RenameImageRequest): Promise<void>;
  /** Moves the image to another folder. A blank name is the root folder, as for `add`. */
  move(principal: Principal, id: string | number, request: MoveImageRequest): Promise<void>;
  /**
   * Also finds deleted images. @throws ValidationError at `url` if it is not a URL; other URLs that are not of an image
   * throw `not_found`.
   */
  lookup(principal: Principal, request: LookupImageByUrlRequest): Promise<ImageDetail>;
  /**
   * Adds a PNG, JPEG, GIF or WebP picture of at most 25 MB, detected by its bytes. Stores a new encoding with the
   * orientation applied and without metadata.
   *
   * @throws ValidationError at `file` for other formats and for pictures that are too large.
   * @throws VitrineError `payload_too_large`.
   * @throws UnavailableError if too many wait already, it takes too long, or without `media`.
   */
  add(
    principal: Principal,
    request: AddImageRequest,
    options?: CallOptions & OnceOptions,
  ): Promise<ImageDetail>;
}

/** The signed URLs of a repeated response are new, because those of the first one may have expired. */
const ADD: RepeatableCall<null, ImageRow, ImageDetail> = {
  name: 'images.add',
  show: (context, { result }) => showImageDetail(context, result),
};

export function imageService(context: ServiceContext, drawImage: DrawImage): ImageService {
  const { storage, clock, quotas, cursorSecrets: secrets, baseUrl, media, hotBlobs } = context;

  async function requireImage(principal: Principal, id: string | number): Promise<ImageRow> {
    requireAccountKey(principal);
    const image = await storage.images.get(principal.accountId, requireInt32(id, 'image'));
    if (image === null) throw new NotFoundError('image');
    return image;
  }

  const service: ImageService = {
    types(principal) {
      requireAccountKey(principal);
      return { items: [...IMAGE_TYPES] };
    },

    async list(principal, query = {}, options = {}) {
      requireAccountKey(principal);
      const { accountId } = principal;
      const { limit, cursor, type = null, status = 'active', q } = parseContract(ListImagesQuery, query);
      const nameContains = q === undefined ? null : fold(q);
      const scope = [accountId, 'ListImages', type, status, nameContains];
      const before = pageStart(secrets, scope, cursor);
      if (nameContains !== null && !canBeStored(nameContains)) return { items: [], limit };
      const active = status === 'all' ? null : status === 'active';
      const page = { nameContains, type, active, before, limit };
      const slice = await storage.images.list(accountId, page, options);
      const items = slice.rows.map((image) => showImageSummary(context, image));
      return pageOf(items, limit, slice, (last) => numberCursor(secrets, scope, last.id));
    },

    async get(principal, id) {
      return showImageDetail(context, await requireImage(principal, id));
    },

    async open(principal, id, options = {}) {
      const image = await requireImage(principal, id);
      const { blob, format } = image;
      return blob === null
        ? drawImage(image, options)
        : { format, bytes: await hotBlobs.require(blob, image.accountId) };
    },

    async delete(principal, id) {
      const image = await requireImage(principal, id);
      if (!image.active) return;
      await storage.images.update(image.accountId, image.id, { active: false }, clock());
    },

    async restore(principal, id) {
      const image = await requireImage(principal, id);
      if (image.active) return;
      await quotas.use(image.accountId, { images: 1 }, () =>
        storage.images.update(image.accountId, image.id, { active: true, folder: null }, clock()),
      );
    },

    async rename(principal, id, request) {
      const image = await requireImage(principal, id);
      const { name } = parseContract(RenameImageRequest, request);
      await storage.images.update(image.accountId, image.id, { name }, clock());
    },

    async move(principal, id, request) {
      const image = await requireImage(principal, id);
      const folder = folderOf(parseContract(MoveImageRequest, request).folder);
      await storage.images.update(image.accountId, image.id, { folder }, clock());
    },

    async lookup(principal, request) {
      requireAccountKey(principal);
      const { url } = parseContract(LookupImageByUrlRequest, request);
      const publicId = readProductionUrl(url, baseUrl());
      const image = publicId === null ? null : await storage.images.findByPublicId(publicId);
      if (image === null || image.accountId !== principal.accountId) throw new NotFoundError('image');
      return showImageDetail(context, image);
    },

    add: (principal, request, options = {}) =>
      once(context, ADD, { principal, inputs: [request], options }, async (write) => {
        requireAccountKey(principal);
        const reader = requireMedia(media);
        const { file, name, folder = null } = parseContract(AddImageRequest, request);
        if (file.bytes.byteLength > IMAGE_FILE_MAX) {
          throw new VitrineError('payload_too_large', 'A picture may have at most 25 MB.');
        }
        const { accountId } = principal;
        await quotas.requireRoom(accountId, { images: 1, imageBytes: 1 });
        const read = await reader.readImage(file.bytes, { account: accountId, signal: options.signal });
        if ('refused' in read) throw new ValidationError([{ path: 'file', message: read.refused }]);
        const { bytes, ...facts } = read;
        const wanted = { images: 1, imageBytes: bytes.byteLength };
        const image = await quotas.use(accountId, wanted, async () => {
          const blob = await keepBlob(context, accountId, bytes);
          const now = clock();
          const row: NewImage = {
            ...facts,
            accountId,
            publicId: newPublicId(),
            type: 'static',
            name: name ?? nameOfFile(file.name),
            folder: folderOf(folder),
            active: true,
            bytes: bytes.byteLength,
            blob,
            timer: null,
            live: null,
            uses: [blob],
            createdAt: now,
            updatedAt: now,
          };
          return write(null, (how) => storage.images.insert(row, how));
        });
        return showImageDetail(context, image);
      }),
  };
  return guardWrites(service, {
    types: 'reads',
    list: 'reads',
    get: 'reads',
    open: 'reads',
    delete: 'writes',
    restore: 'writes',
    rename: 'writes',
    move: 'writes',
    lookup: 'reads',
    add: 'writes',
  });
}

/** Returns null, the root folder, for a blank name. */
function folderOf(name: string | null): string | null {
  return name === null || name.trim() === '' ? null : name;
}

const UNNAMED = 'Untitled';

/** Returns the default name of an image: the file name without folders and extension (docs/rules.md#image). */
export function nameOfFile(file: string | null): string {
  const base = (file ?? '').toWellFormed().replaceAll('\0', '').split(/[\\/]/).at(-1) ?? '';
  const name = base.replace(/(.)\.[A-Za-z0-9]{1,5}$/, '$1').trim();
  return name === '' ? UNNAMED : [...name].slice(0, NAME_MAX).join('').trimEnd();
}
