import { setTimeout } from 'node:timers/promises';
import type { NpxServer } from './npx-server.ts';

/** A word of each group of fonts that the published package has copies of, and of one in an optional package. */
const HEADLINE = 'Sale Ω Д नम שלום مرحبا ไทย ჯერ க ☂ ★ ∑ 😀 日本';
/** Seconds for the first picture, and for reading all places. */
const WITHIN = 120;

/**
 * Checks on a running server the data that the build copies from packages of others: fonts, places, the page of the
 * interface.
 *
 * @throws Error if something of it is missing.
 */
export async function checkCopies({ url, key }: NpxServer): Promise<void> {
  const ask = async (path: string, body?: object): Promise<Response> => {
    for (let second = 0; ; second++) {
      const response = await fetch(new URL(path, url), {
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
      });
      if (response.ok) return response;
      // On a busy machine the first picture is not drawn in time.
      if (response.status !== 503 || second === WITHIN) {
        throw new Error(`${path}: ${response.status} ${await response.text()}`);
      }
      await setTimeout(1_000);
    }
  };
  const draft = await ask('/v2/timer-frames', { design: { headline: { text: HEADLINE } } });
  const { previewUrl, warnings } = (await draft.json()) as { previewUrl: string; warnings: string[] };
  const lacking = warnings.filter((warning) => /No font here|packages that this server lacks/.test(warning));
  if (lacking.length > 0) throw new Error(lacking.join('\n'));
  const gif = await (await ask(previewUrl)).text();
  if (!gif.startsWith('GIF89a')) throw new Error(`${previewUrl} is no GIF.`);
  await ask('/docs/swagger-ui-bundle.js');

  const { id: map } = (await (await ask('/v2/maps', { name: 'Shops' })).json()) as { id: number };
  await ask(`/v2/maps/${map}/locations`, { address: '1 Main St, Seattle, WA 98101' });
  for (let second = 0; ; second++) {
    const { items } = (await (await ask(`/v2/maps/${map}/locations`)).json()) as {
      items: { geocodeStatus: string }[];
    };
    const status = items[0]?.geocodeStatus;
    if (status === 'located') return;
    if (status === 'failed' || second === WITHIN) throw new Error(`The location is ${status}.`);
    await setTimeout(1_000);
  }
}
