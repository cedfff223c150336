import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import { type WebhookSender, WebhookUnreachableError } from '@vitrine/core';
import type { Network } from './checked-request.ts';
import { FetchError } from './fetch-error.ts';
import { isPublicAddress } from './public-address.ts';

/** Bytes of an answer that are read, and those that are kept. */
const READ_MAX = 64 * 1024;
const KEPT = 1_024;

export interface WebhookSenderOptions {
  /** Allows http URLs, and private, loopback and link-local addresses. Default: false. */
  readonly allowPrivateFetch?: boolean | undefined;
}

/** Creates the sender of webhooks. Loads HTTPS and DNS with the first request. */
export function webhookSender({ allowPrivateFetch = false }: WebhookSenderOptions = {}): WebhookSender {
  return sendOn(async () => {
    const { systemNetwork } = await import('./checked-request.ts');
    return systemNetwork(allowPrivateFetch);
  }, allowPrivateFetch);
}

/** Creates the sender of webhooks on a network. */
export function sendOn(openNetwork: () => Promise<Network>, allowsPrivate: boolean): WebhookSender {
  return {
    refuse: (url) => refuse(url, allowsPrivate),
    async send({ url, headers, body }, { timeout, signal: stop }) {
      const { sendChecked } = await import('./checked-request.ts');
      const signal = AbortSignal.any([stop, AbortSignal.timeout(timeout)]);
      try {
        const response = await sendChecked(new URL(url), await openNetwork(), signal, {
          method: 'POST',
          headers,
          body,
        });
        const text = await readStart(response, signal);
        const { statusCode = 0 } = response;
        return { status: statusCode, text, retryAfter: response.headers['retry-after'] ?? null };
      } catch (error) {
        stop.throwIfAborted();
        throw new WebhookUnreachableError(describe(error, timeout, signal), { cause: error });
      }
    },
  };
}

function refuse(text: string, allowsPrivate: boolean): string | null {
  const url = URL.parse(text);
  if (url === null) return 'Expected an absolute https URL.';
  if (url.protocol !== 'https:' && !(allowsPrivate && url.protocol === 'http:'))
    return allowsPrivate ? 'Expected an http or https URL.' : 'Expected an https URL.';
  if (url.username !== '' || url.password !== '')
    return 'Expected a URL without user name and password; use "headers" for a token.';
  if (allowsPrivate) return null;
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const isLocal = /(^|\.)localhost\.?$/.test(host) || (isIP(host) !== 0 && !isPublicAddress(host));
  return isLocal ? 'Expected a public address: deliveries are sent to no others.' : null;
}

/** Returns the beginning of the body, and ends the connection. A body that breaks off is as good as a whole one. */
async function readStart(response: IncomingMessage, signal: AbortSignal): Promise<string> {
  const chunks: Buffer[] = [];
  let length = 0;
  const end = () => response.destroy();
  signal.addEventListener('abort', end, { once: true });
  try {
    for await (const chunk of response as AsyncIterable<Buffer>) {
      chunks.push(chunk);
      length += chunk.length;
      if (length >= READ_MAX) break;
    }
  } catch {
    // The status has arrived, and it decides.
  } finally {
    signal.removeEventListener('abort', end);
    response.destroy();
  }
  return Buffer.concat(chunks).subarray(0, KEPT).toString('utf8').replaceAll('\0', '\u{FFFD}');
}

const REASONS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'The receiver refused the connection.',
  ECONNRESET: 'The receiver closed the connection.',
  EPIPE: 'The receiver closed the connection.',
};

/** Returns the reason for the owner of the webhook. Names without an address and private ones are alike. */
function describe(error: unknown, timeout: number, signal: AbortSignal): string {
  if (signal.aborted) return `The receiver did not answer within ${timeout / 1_000} s.`;
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (error instanceof FetchError || /^(ENOTFOUND|EAI_)/.test(code))
    return 'The host name has no public address.';
  if (/CERT|TLS|SSL|SELF_SIGNED|UNABLE_TO/.test(code)) return `The TLS connection failed: ${code}.`;
  return REASONS[code] ?? 'The connection to the receiver failed.';
}
