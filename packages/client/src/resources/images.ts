import { type FileContent, formOf } from '../files.ts';
import type { ImageDetail, ImageSummary, ImageTypesList, Routes } from '../generated/contracts.ts';
import type { Pages } from '../generated/pages.ts';
import type { Methods } from '../methods.ts';
import type { CallOptions } from '../transport.ts';

export interface AddImageOptions extends CallOptions {
  /** Default: the name of the file without its extension. */
  readonly name?: string | undefined;
  /** Default: the root folder. */
  readonly folder?: string | undefined;
}

export interface Images {
  /** Lists images, newest first. */
  list(request?: Routes['GET /v2/images']['query'], options?: CallOptions): Pages<ImageSummary>;
  get(id: number, options?: CallOptions): Promise<ImageDetail>;
  /** Finds an image by its production URL, also in the form in which received mails contain it. */
  lookup(url: string, options?: CallOptions): Promise<ImageDetail>;
  /** Adds a PNG, JPEG, GIF or WebP file. */
  add(file: FileContent, options?: AddImageOptions): Promise<ImageDetail>;
  rename(id: number, name: string, options?: CallOptions): Promise<void>;
  /** Moves an image to another folder; null is the root folder. */
  move(id: number, folder: string | null, options?: CallOptions): Promise<void>;
  delete(id: number, options?: CallOptions): Promise<void>;
  /** Restores a deleted image into the root folder. */
  restore(id: number, options?: CallOptions): Promise<void>;
  /** Returns the types that an image can have. */
  types(options?: CallOptions): Promise<ImageTypesList['items']>;
  /** Returns the picture of a `thumbnailUrl`, as WebP. */
  thumbnail(image: Pick<ImageSummary, 'thumbnailUrl'>, options?: CallOptions): Promise<Blob>;
}

export function createImages({ call, download, method, pages }: Methods): Images {
  return {
    list: pages('GET /v2/images'),
    get: method('GET /v2/images/{id}'),
    lookup: method('POST /v2/images/lookup', 'yes', 'url'),
    add: (file, { name, folder, ...options } = {}) =>
      call('POST /v2/images', { body: formOf(file, { name, folder }), repeat: 'key' }, options),
    rename: method('PATCH /v2/images/{id}', 'yes', 'name'),
    delete: method('DELETE /v2/images/{id}'),
    move: method('POST /v2/images/{id}/move', 'yes', 'folder'),
    restore: method('POST /v2/images/{id}/restore', 'yes', null),
    types: async (options) => (await call('GET /v2/image-types', {}, options)).items,
    thumbnail: ({ thumbnailUrl }, options) => download(thumbnailUrl, options),
  };
}
