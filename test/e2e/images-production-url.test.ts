import { expect, test } from 'vitest';
import { verifies } from '../requirements.ts';
import { pathOf } from './client.ts';
import { addPicture, colorsOf, quarters } from './pictures.ts';
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
    'returns 404 with one transparent pixel for a deleted or unknown image, immediately',
    verifies('images.production-url.gone'),
    async () => {
      const { a, anonymous } = await arrange();
      const { id, productionUrl } = await addPicture(a);
      const path = pathOf(productionUrl);
      const etag = (await anonymous.get(path)).headers.get('etag') ?? '';
      await a.delete(`/v2/images/${id}`);
      for (const gone of [
        path,
        `${path}.png`,
        '/i/AAAAAAAAAAAA',
        '/i/short',
        '/i/%00',
        `${path}.svg`,
        `${path}x`,
      ]) {
        const response = await anonymous.send('GET', gone, { headers: { 'if-none-match': etag } });
        expect(response.status).toBe(404);
        expect(Object.fromEntries(response.headers)).toMatchObject({
          ...SECURITY,
          'content-type': 'image/gif',
          'cache-control': 'no-store',
        });
        expect(response.headers.get('etag')).toBeNull();
        expect(await colorsOf(response.bytes)).toHaveLength(1);
        const head = await anonymous.send('HEAD', gone);
        expect([head.status, head.headers.get('content-length')]).toEqual([
          404,
          String(response.bytes.byteLength),
        ]);
      }
      await a.post(`/v2/images/${id}/restore`);
      const back = await anonymous.get(path);
      expect([back.status, back.headers.get('etag')]).toEqual([200, etag]);
    },
  );
});
