import { createHmac, hkdfSync } from 'node:crypto';
import type { LiveDesignChanges, LiveImageHtmlResponse } from '@vitrine/core/contracts';
import { expect } from 'vitest';
import type { Client } from './client.ts';

const conversationId = 'links';

/** Saves a live image. */
export async function saveLiveImage(
  client: Client,
  design: LiveDesignChanges,
): Promise<LiveImageHtmlResponse> {
  const draft = await client.post<{ draftId: string }>('/v2/live-image-drafts', {
    ...{ conversationId, name: 'Live', design },
  });
  expect(draft).toMatchObject({ status: 200 });
  const saved = await client.post<LiveImageHtmlResponse>(`/v2/live-image-drafts/${draft.body.draftId}/save`, {
    conversationId,
  });
  expect(saved).toMatchObject({ status: 200 });
  return saved.body;
}

/** Signs the URL of a live image as its documentation says, with code of its own. */
export function signatureOf(
  secret: string,
  publicId: string,
  expiry: string,
  variables: Readonly<Record<string, string>>,
): string {
  const key = hkdfSync('sha256', secret, new Uint8Array(), `vitrine/live-image/${publicId}`, 32);
  const parts = [publicId, expiry];
  for (const name of Object.keys(variables).sort()) parts.push(name, variables[name] ?? '');
  const message = parts.map((part) => {
    const text = new TextEncoder().encode(part);
    const prefixed = new Uint8Array(4 + text.length);
    new DataView(prefixed.buffer).setUint32(0, text.length, false);
    prefixed.set(text, 4);
    return prefixed;
  });
  const mac = createHmac('sha256', new Uint8Array(key)).update(Buffer.concat(message)).digest();
  return Buffer.from(mac.subarray(0, 16)).toString('base64url');
}
