import { randomBase64url } from '../crypto.ts';
import type { TokenScope } from '../path-token.ts';
import type { ImageRow } from '../storage/images.ts';

/** 72 random bits, 12 characters of base64url: what the production URL names an image by, over all accounts. */
export function newPublicId(): string {
  return randomBase64url(9);
}

export function productionUrlOf(baseUrl: string, publicId: string): string {
  return `${baseUrl}/i/${publicId}`;
}

/** What the last segment of a production URL may be (docs/rules.md#production-urls). */
const NAME = /^([\w-]{12})(?:\.(?:gif|png|jpg|webp))?$/;

/** The public id in the last segment of a production URL, whose suffix means nothing; null when it can be none. */
export function readPublicId(name: string): string | null {
  return NAME.exec(name)?.[1] ?? null;
}

/** What a thumbnail's token holds for; the public id, which it carries, leads to the rest. */
export function thumbnailScope({ accountId, id, version }: ImageRow): TokenScope {
  return [accountId, id, version];
}
