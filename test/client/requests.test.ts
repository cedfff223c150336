import { setTimeout as sleep } from 'node:timers/promises';
import { createClient, ValidationError } from '@vitrine/client';
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

test.each([
  'localhost:8080',
  '',
  'vitrine.example',
  'ftp://vitrine.example',
  'http://',
  '//x',
  '/v2',
  'https://a b',
])('refuses the address %j at once', (url) => {
  expect(() => createClient({ url, key: 'account-key' })).toThrow(ValidationError);
  expect(() => createClient({ url })).toThrow(
    `url: Expected an http or https URL, not "${url.replace(/\/+$/, '')}"`,
  );
});

test.each(['http://localhost:8080', 'HTTPS://vitrine.example/below/', 'http://[::1]:80'])(
  'takes the address %j, as text or as a URL',
  (url) => {
    createClient({ url });
    createClient({ url: new URL(url), key: 'account-key' });
  },
);

test.each(['', undefined])('refuses the key %j at once, because a variable may be unset', (key) => {
  expect(() => createClient({ url: URL_OF_SERVER, key })).toThrow(/^key: Expected a key/);
});
