import { setTimeout as sleep } from 'node:timers/promises';
import { createClient } from '@vitrine/client';
import { expect, test } from 'vitest';

const URL_OF_SERVER = 'https://vitrine.test/below';

test('downloads signed URLs from its own address, whatever address they have', async () => {
  const sent: string[] = [];
  const v = createClient({
    url: URL_OF_SERVER,
    fetch: async (url) => {
      sent.push(url);
      return new Response('picture');
    },
  });
  await v.images.thumbnail({ thumbnailUrl: 'http://inside.test/v2/image-thumbnails/token/1' });
  await v.timers.drafts.preview({ previewUrl: '/v2/timer-frame-previews/token/a/b?revision=1' });
  await v.images.thumbnail({ thumbnailUrl: 'https://elsewhere.test/picture.png' });
  expect(sent).toEqual([
    `${URL_OF_SERVER}/v2/image-thumbnails/token/1`,
    `${URL_OF_SERVER}/v2/timer-frame-previews/token/a/b?revision=1`,
    `${URL_OF_SERVER}/v2`,
  ]);
});

test.each([0, 2 ** 31, Number.POSITIVE_INFINITY])(
  'has no time limit with a timeout of %d',
  async (timeout) => {
    const v = createClient({
      url: URL_OF_SERVER,
      timeout,
      fetch: async (_url, { signal }) => {
        await sleep(20);
        signal?.throwIfAborted();
        return Response.json({ id: 1 });
      },
    });
    expect(await v.maps.get(1)).toEqual({ id: 1 });
  },
);
