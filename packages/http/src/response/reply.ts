import type { CallOptions, SignedPicture } from '@vitrine/core';
import type { AuditSubject } from '../logs/audit-log.ts';

/** A body whose length is not known beforehand. */
export interface StreamedBody {
  /** Starts it; `onEnd` is called once, with the bytes handed out, when it ends, fails or is given up. */
  open(onEnd: (bytes: number) => void): ReadableStream<Uint8Array>;
  /** Frees what it holds when it is never opened (HEAD). */
  abandon(): Promise<void>;
}

/** What a handler answers; the app makes the Response of it, in the form that the server sends fastest. */
export interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array | StreamedBody | null;
  /** Ids for the audit log, beside the parameters of the path. */
  readonly audited?: AuditSubject;
}

const DATA_HEADERS = {
  'Content-Type': 'application/json',
  'Cache-Control': 'no-store',
  'X-Content-Type-Options': 'nosniff',
} as const;

/** JSON that is text already. Data of an account: never kept by caches. */
export function jsonText(body: string, status = 200, headers?: Readonly<Record<string, string>>): Reply {
  return { status, headers: headers === undefined ? DATA_HEADERS : { ...DATA_HEADERS, ...headers }, body };
}

export function json(value: unknown, status = 200, headers?: Readonly<Record<string, string>>): Reply {
  return jsonText(JSON.stringify(value), status, headers);
}

export function noContent(): Reply {
  return { status: 204, headers: { 'Cache-Control': 'no-store' }, body: null };
}

/** Of a body that nobody reads (HEAD) and that is not made for it. Its length is not known, so none is told. */
const unreadBody: StreamedBody = {
  open() {
    throw new Error('the body of an answer to HEAD is not read');
  },
  async abandon() {},
};

/**
 * What nobody may run as a page, even if a picture's bytes could be read as one, and any page may show (the pictures are
 * for mails and web pages of others).
 */
export const PICTURE_HEADERS = {
  'X-Content-Type-Options': 'nosniff',
  'Content-Security-Policy': "default-src 'none'; sandbox",
  'Cross-Origin-Resource-Policy': 'cross-origin',
} as const;

/** The part of a `Call` that drawing needs. */
interface DrawingCall extends CallOptions {
  readonly request: Request;
}

/**
 * The body of a picture that costs work to make. HEAD makes none, so its answer has no length. The call itself is the
 * options: the signal of a request is costly to make, and a picture that is cached never asks for it.
 */
export async function drawnUnlessHead(
  call: DrawingCall,
  draw: (options: CallOptions) => Promise<Uint8Array>,
): Promise<Uint8Array | StreamedBody> {
  return call.request.method === 'HEAD' ? unreadBody : draw(call);
}

/** A picture behind a signed URL: kept by its one reader, for as long as the URL lasts. */
export async function signedPicture(call: DrawingCall, { read, secondsLeft }: SignedPicture): Promise<Reply> {
  return {
    status: 200,
    headers: {
      ...PICTURE_HEADERS,
      'Content-Type': 'image/webp',
      'Cache-Control': `private, max-age=${secondsLeft}`,
    },
    body: await drawnUnlessHead(call, read),
  };
}
