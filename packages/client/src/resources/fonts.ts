import { type FileContent, formOf } from '../files.ts';
import type { FontSummary, Routes } from '../generated/contracts.ts';
import type { Methods } from '../methods.ts';
import type { CallOptions } from '../transport.ts';

export interface UploadFontOptions extends CallOptions {
  readonly fileName?: string | undefined;
}

export interface Fonts {
  /** Returns built-in fonts, then custom ones. */
  list(request?: Routes['GET /v2/fonts']['query'], options?: CallOptions): Promise<readonly FontSummary[]>;
  /** Uploads a TTF, OTF, WOFF or WOFF2 file. Returns the existing font with the same bytes, if there is one. */
  upload(file: FileContent, options?: UploadFontOptions): Promise<FontSummary>;
  /** Adds the font file at a URL. */
  addFromUrl(url: string, options?: CallOptions): Promise<FontSummary>;
  delete(id: number, options?: CallOptions): Promise<void>;
}

export function createFonts({ call, method }: Methods): Fonts {
  return {
    list: (query, options) => call('GET /v2/fonts', { query }, options),
    // Repeatable, because the same bytes are added once.
    upload: (file, { fileName, ...options } = {}) =>
      call('POST /v2/fonts', { body: formOf(file, { fileName }), repeat: 'yes' }, options),
    addFromUrl: method('POST /v2/fonts/from-url', 'yes', 'url'),
    delete: method('DELETE /v2/fonts/{id}'),
  };
}
