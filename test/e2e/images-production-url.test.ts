import { expect, test } from 'vitest';
import { verifies } from '../requirements.ts';
import { pathOf } from './client.ts';
import { addPicture, colorsOf, quarters } from './pictures.ts';
import { draftTimer, saveTimer } from './timer-arrange.ts';
import { onOneStorage } from './world.ts';

const SECURITY = {
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; sandbox",
  'cross-origin-resource-policy': 'cross-origin',
};

onOneStorage((arrange) => {
  test(
    'serves the picture without a key, with any suffix and query',
    verifies(
      'images.production-url',
      'images.production-url.suffix',
      'images.production-url.query',
      'images.production-url.static',
      'images.bytes',
    ),
    async () => {
      const { a, anonymous } = await arrange();
      for (const format of ['png', 'jpeg', 'gif', 'webp'] as const) {
        const image = await addPicture(a, await quarters(64, 48, format));
        const path = pathOf(image.productionUrl);
        const plain = await anonymous.get(path);
        expect(plain.status).toBe(200);
        expect(Object.fromEntries(plain.headers)).toMatchObject({
          ...SECURITY,
          'content-type': `image/${format}`,
          'cache-control': 'public, max-age=300',
          etag: expect.stringMatching(/^"[^"]+"$/),
        });
        expect(plain.bytes.byteLength).toBe(image.bytes);
        expect((await colorsOf(plain.bytes))[0]).toHaveLength(64);
        for (const more of ['.gif', '.png', '.jpg', '.webp', '?email=a%40b.c&name=Ann', '.png?x', '?']) {
          const { status, bytes } = await anonymous.get(`${path}${more}`);
          expect({ more, status, bytes }).toEqual({ more, status: 200, bytes: plain.bytes });
        }
      }
    },
  );

  test(
    'returns 304 for every form of a matching tag, and all headers for HEAD',
    verifies('images.production-url.conditional'),
    async () => {
      const { a, anonymous } = await arrange();
      const image = await addPicture(a);
      const path = pathOf(image.productionUrl);
      const { headers } = await anonymous.get(path);
      const etag = headers.get('etag') ?? '';
      for (const tags of [etag, `W/${etag}`, `"other", ${etag}`, `"a,b",W/${etag}`, '*']) {
        for (const method of ['GET', 'HEAD']) {
          const response = await anonymous.send(method, path, { headers: { 'if-none-match': tags } });
          expect([response.status, response.text]).toEqual([304, '']);
          expect(response.headers.get('etag')).toBe(etag);
          expect(response.headers.get('cache-control')).toBe('public, max-age=300');
        }
      }
      for (const tags of ['"other"', '', etag.slice(1, -1)]) {
        expect((await anonymous.send('GET', path, { headers: { 'if-none-match': tags } })).status).toBe(200);
      }
      const head = await anonymous.send('HEAD', path);
      expect([head.status, head.text, head.headers.get('content-length')]).toEqual([
        200,
        '',
        String(image.bytes),
      ]);
      expect(head.headers.get('etag')).toBe(etag);
      const other = await addPicture(a, await quarters(9, 9));
      expect((await anonymous.get(pathOf(other.productionUrl))).headers.get('etag')).not.toBe(etag);
    },
  );

  test(
    'serves the picture at a URL with what pasting or a mail tool has added',
    verifies('images.production-url.suffix'),
    async () => {
      const { a, anonymous } = await arrange();
      const path = pathOf((await addPicture(a)).productionUrl);
      const { bytes, headers } = await anonymous.get(path);
      const urls = [...ADDED.map((more) => `${path}${more}`), path.replace('/i/', '/i//')];
      for (const url of urls) {
        const pasted = await anonymous.get(url);
        expect({ url, status: pasted.status }).toEqual({ url, status: 200 });
        expect(pasted.bytes).toEqual(bytes);
        expect(pasted.headers.get('etag')).toBe(headers.get('etag'));
        const head = await anonymous.send('HEAD', url);
        expect({ url, status: head.status }).toEqual({ url, status: 200 });
      }
    },
  );

  test(
    'returns 404 with one transparent pixel for an unknown image',
    verifies('images.production-url.unknown'),
    async () => {
      const { a, anonymous } = await arrange();
      const path = pathOf((await addPicture(a)).productionUrl);
      for (const unknown of [
        '/i/AAAAAAAAAAAA',
        '/i/short',
        '/i/%00',
        '/i/',
        '/i//',
        '/i/%',
        '/i/%ff/%zz',
        '/i/AAAAAAAAAAAA%',
        '/i/..;/x',
        `/i/x${path}`,
        `${path}x`,
        `${path}-`,
        `${path}_.gif`,
      ]) {
        const response = await anonymous.get(unknown);
        expect(response.status).toBe(404);
        expect(Object.fromEntries(response.headers)).toMatchObject({
          ...SECURITY,
          'content-type': 'image/gif',
          'cache-control': 'no-store',
        });
        expect(await colorsOf(response.bytes)).toHaveLength(1);
        const head = await anonymous.send('HEAD', unknown);
        expect([head.status, head.headers.get('content-length')]).toEqual([
          404,
          String(response.bytes.byteLength),
        ]);
      }
    },
  );

  test(
    'returns 200 with one transparent pixel for a deleted image, until it is restored',
    verifies('images.production-url.deleted'),
    async () => {
      const { a, anonymous } = await arrange();
      const { id, productionUrl } = await addPicture(a);
      const timer = await saveTimer(a, await draftTimer(a, { frames: 1 }));
      for (const image of [
        { id, path: pathOf(productionUrl) },
        { id: timer.imageId, path: pathOf(timer.productionUrl) },
      ]) {
        const before = await anonymous.get(image.path);
        const etag = before.headers.get('etag');
        await a.delete(`/v2/images/${image.id}`);
        for (const path of [image.path, `${image.path}.png`, `${image.path}.png?start=1`]) {
          for (const headers of [{}, { 'if-none-match': etag ?? '*' }, { 'if-none-match': '*' }]) {
            const response = await anonymous.send('GET', path, { headers });
            expect(response.status).toBe(200);
            expect(Object.fromEntries(response.headers)).toMatchObject({
              ...SECURITY,
              'content-type': 'image/gif',
              'cache-control': 'no-cache, max-age=0',
            });
            expect(response.headers.get('etag')).toBeNull();
            expect(await colorsOf(response.bytes)).toHaveLength(1);
            const head = await anonymous.send('HEAD', path, { headers });
            expect([head.status, head.text]).toEqual([200, '']);
            expect(withoutRequestId(head.headers)).toEqual(withoutRequestId(response.headers));
          }
        }
        await a.post(`/v2/images/${image.id}/restore`);
        const back = await anonymous.get(image.path);
        expect([back.status, back.headers.get('etag')]).toEqual([200, etag]);
        expect(back.headers.get('cache-control')).toBe(before.headers.get('cache-control'));
      }
    },
  );
});

const ADDED = [
  '/',
  '.gif/',
  '%20',
  '%20%20',
  '.GIF',
  '.JPEG',
  '.jpeg',
  '.Png?x',
  '%0A',
  '%0D%0A',
  '%C2%A0',
  '.',
  '.gif.',
  ',',
  ';',
  ')',
  '"',
  '%22',
  '%27',
  '%E2%80%9D',
  '%3E',
  '%2F',
  '%3Futm_source=x',
  '&utm_source=x',
  '&amp;utm_source=x',
  '.svg',
  '%',
  '%%',
  '%2',
  '%zz',
  '%ff',
  '%20%ff',
  '%E2%80',
  '.png%',
  '%?utm_source=x',
  '//',
  '/x.gif',
  '/%',
  '/a/b?c',
];

function withoutRequestId(headers: Headers): Record<string, string> {
  const { 'x-request-id': _, date: __, ...rest } = Object.fromEntries(headers);
  return rest;
}
