import { parseContract } from '../../contracts/ground/contract.ts';
import {
  AddFontRequest,
  type FontSummary,
  ListFontsQuery,
  UploadFontRequest,
} from '../../contracts/images/fonts.ts';
import { NotFoundError, ValidationError, VitrineError } from '../../ground/errors.ts';
import { requireInt32 } from '../../ground/int32.ts';
import { FONT_FILE_MAX } from '../../ground/limits.ts';
import { secondsUntil } from '../../ground/seconds-until.ts';
import { purgeBlobsJob } from '../../jobs/job-kinds.ts';
import type { BuiltinFont, Refusal } from '../../media/media.ts';
import { guardWrites, type Principal, requireAccountKey } from '../../ports/access.ts';
import type { TokenScope } from '../../ports/path-token.ts';
import type { FontFacts, FontRow } from '../../storage/images/fonts.ts';
import type { CallOptions } from '../../turns/caller.ts';
import { requireMedia, type ServiceContext } from '../calls/context.ts';
import { hashOf, keepBlob } from '../images/blobs.ts';
import type { SignedPicture } from '../pictures/thumbnails.ts';

/**
 * Fonts (docs/rules.md#fonts). Calls with a principal need an account principal and throw `forbidden` for a store key.
 * All calls except `delete` throw UnavailableError without `media`; uploads also do if too many wait.
 */
export interface FontService {
  /** Returns built-in fonts by id, then custom ones, oldest first. */
  list(principal: Principal, query?: ListFontsQuery): Promise<FontSummary[]>;
  /**
   * Validates, draws and saves a font file of at most 10 MB. Returns the existing font for bytes that the account has
   * already, also for racing calls.
   *
   * @throws ValidationError at `file`, with the reason.
   * @throws VitrineError `payload_too_large`.
   */
  upload(principal: Principal, request: UploadFontRequest, options?: CallOptions): Promise<FontSummary>;
  /**
   * Adds a font file from a URL, as `upload` does. @throws ValidationError at `url`; the reason reveals nothing about
   * the network.
   */
  addFromUrl(principal: Principal, request: AddFontRequest, options?: CallOptions): Promise<FontSummary>;
  /** Deletes a font. Timers that use it keep it. @throws NotFoundError for a built-in, unknown or foreign font. */
  delete(principal: Principal, id: string | number): Promise<void>;
  /**
   * Opens the sample that `previewUrl` shows. Needs no key, because the token authorizes the request. @throws
   * NotFoundError for an invalid token.
   */
  openPreview(token: string, id: string | number): Promise<SignedPicture>;
}

export function fontService(context: ServiceContext): FontService {
  const { storage, clock, tokens, hotBlobs, media, quotas } = context;

  async function add(
    account: string,
    file: Uint8Array,
    path: 'file' | 'url',
    { signal }: CallOptions,
  ): Promise<FontSummary> {
    const read = await requireMedia(media).readFont(file, { account, signal });
    const { facts, sample } = requireTaken(read, path);
    const hash = await hashOf(file);
    const existing = (await storage.fonts.list(account)).find((font) => font.blob === hash);
    const wanted = existing === undefined ? { fonts: 1, fontBytes: file.byteLength } : {};
    const font = await quotas.use(account, wanted, async () =>
      storage.fonts.insert({
        ...facts,
        accountId: account,
        blob: await keepBlob(context, account, file),
        sample: await keepBlob(context, account, sample),
        createdAt: clock(),
      }),
    );
    return showCustomFont(context, font);
  }

  const service: FontService = {
    async list(principal, query = {}) {
      requireAccountKey(principal);
      const { scope = 'all' } = parseContract(ListFontsQuery, query);
      const { builtinFonts } = requireMedia(media);
      const builtin = scope === 'custom' ? [] : builtinFonts.toSorted((a, b) => a.id - b.id);
      const custom = scope === 'builtin' ? [] : await storage.fonts.list(principal.accountId);
      return [
        ...builtin.map((font) => showBuiltinFont(context, font)),
        ...custom.map((font) => showCustomFont(context, font)),
      ];
    },

    async upload(principal, request, options = {}) {
      requireAccountKey(principal);
      requireMedia(media);
      const { file } = parseContract(UploadFontRequest, request);
      if (file.bytes.byteLength > FONT_FILE_MAX) {
        throw new VitrineError('payload_too_large', 'A font may have at most 10 MB.');
      }
      return add(principal.accountId, file.bytes, 'file', options);
    },

    async addFromUrl(principal, request, options = {}) {
      requireAccountKey(principal);
      const { url } = parseContract(AddFontRequest, request);
      const { signal } = options;
      const fetched = await requireMedia(media).fetchFont(url, { account: principal.accountId, signal });
      return add(principal.accountId, requireTaken(fetched, 'url'), 'url', options);
    },

    async delete(principal, id) {
      requireAccountKey(principal);
      const number = requireInt32(id, 'font');
      const isDeleted =
        number >= CUSTOM_FONTS_FROM && (await storage.fonts.delete(principal.accountId, number));
      if (!isDeleted) throw new NotFoundError('font');
      await storage.jobs.enqueue([purgeBlobsJob(clock())]);
    },

    async openPreview(token, id) {
      const number = requireInt32(id, 'font preview');
      const read = tokens.read('font-preview', token, clock());
      if (read === null || !read.holdsFor(fontPreviewScope(number))) throw new NotFoundError('font preview');
      const secondsLeft = secondsUntil(read.expiresAt, clock());
      if (number < CUSTOM_FONTS_FROM) {
        return { secondsLeft, read: (options = {}) => requireMedia(media).builtinSample(number, options) };
      }
      const font = await storage.fonts.get(read.payload, number);
      if (font === null) throw new NotFoundError('font preview');
      return { secondsLeft, read: () => hotBlobs.require(font.sample, read.payload) };
    },
  };
  return guardWrites(service, {
    list: 'reads',
    upload: 'writes',
    addFromUrl: 'writes',
    delete: 'writes',
    openPreview: 'reads',
  });
}

function requireTaken<Taken extends object>(read: Taken | Refusal, path: 'file' | 'url'): Taken {
  if ('refused' in read) throw new ValidationError([{ path, message: read.refused }]);
  return read;
}

type ViewContext = Pick<ServiceContext, 'baseUrl' | 'clock' | 'tokens'>;

/** The first id of custom fonts. Built-in fonts have lower ids (docs/rules.md#font). */
const CUSTOM_FONTS_FROM = 1_000;

/** Returns the scope of a preview token. The token also contains the account, which is empty for built-in fonts. */
function fontPreviewScope(id: number): TokenScope {
  return [id];
}

function showBuiltinFont(context: ViewContext, { id, facts }: BuiltinFont): FontSummary {
  return {
    id,
    ...showFacts(facts),
    scope: 'builtin',
    previewUrl: previewUrlOf(context, id, ''),
    date_created: null,
  };
}

function showCustomFont(context: ViewContext, font: FontRow): FontSummary {
  return {
    id: font.id,
    ...showFacts(font),
    scope: 'custom',
    previewUrl: previewUrlOf(context, font.id, font.accountId),
    date_created: new Date(font.createdAt).toISOString(),
  };
}

function showFacts(facts: FontFacts) {
  const { family, style, fullName, weight, italic, format, variable, glyphCount, hasDigits, bytes } = facts;
  return { family, style, fullName, weight, italic, format, variable, glyphCount, hasDigits, bytes };
}

function previewUrlOf({ baseUrl, clock, tokens }: ViewContext, id: number, accountId: string): string {
  const { token } = tokens.mint('font-preview', accountId, fontPreviewScope(id), clock());
  return `${baseUrl()}/font-previews/${token}/${id}`;
}
