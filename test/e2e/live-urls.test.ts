import type { LiveDesignChanges, LiveLinksResponse } from '@vitrine/core/contracts';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { verifies } from '../requirements.ts';
import { addRecord, createStore, expectRefused } from './arrange.ts';
import { type Client, ORIGIN, pathOf } from './client.ts';
import { saveLiveImage, signatureOf } from './live-links.ts';
import { onOneStorage } from './world.ts';

const GREETING: LiveDesignChanges = {
  ...{ width: 200, height: 60 },
  variables: { name: { default: 'friend' }, city: {} },
  layers: { title: { type: 'text', width: 180, text: 'Hi {{ name }}' } },
  link: 'https://shop.example/hello?name={{ name }}',
  fallback: { link: 'https://shop.example/' },
};

/** Returns the colors of a picture: how many, and whether all of it is transparent. */
async function lookOf(bytes: Uint8Array) {
  const { width, height } = await sharp(bytes).metadata();
  const { channels, isOpaque } = await sharp(bytes).stats();
  return { width, height, isBlank: !isOpaque && channels[3]?.max === 0 };
}

onOneStorage((arrange) => {
  const shown = async (client: Client, url: string, headers: Record<string, string> = {}) =>
    client.send('GET', pathOf(url), { headers });

  describe('a picture', () => {
    test(
      'of the values of its URL is cached, and checked by its ETag',
      verifies('live.pictures.caching'),
      async () => {
        const { a, anonymous } = await arrange();
        const { productionUrl } = await saveLiveImage(a, GREETING);
        const jana = await shown(anonymous, `${productionUrl}?name=Jana&utm_source=x`);
        expect(jana.status).toBe(200);
        expect(Object.fromEntries(jana.headers)).toMatchObject({
          'cache-control': 'public, max-age=300',
          'x-robots-tag': 'noindex',
          'x-content-type-options': 'nosniff',
          'cross-origin-resource-policy': 'cross-origin',
        });
        expect(jana.headers.get('vary')).toBeNull();
        const etag = jana.headers.get('etag') ?? '';
        expect(etag).toMatch(/^"[\w-]+"$/);
        const known = { 'if-none-match': etag };
        expect((await shown(anonymous, `${productionUrl}?name=Jana`, known)).status).toBe(304);
        expect((await shown(anonymous, `${productionUrl}?name=Tom`, known)).status).toBe(200);
      },
    );

    test(
      'of a record is checked at each opening, and shows the present record',
      verifies('live.pictures.caching'),
      async () => {
        const { a, anonymous } = await arrange();
        const store = await createStore(a, { sku: 'unique string', name: 'string' });
        await addRecord(a, store, { sku: 'A-1', name: 'Boots' });
        const { productionUrl } = await saveLiveImage(a, {
          variables: { sku: {} },
          sources: { product: { kind: 'record', storeId: store.id, key: { sku: '{{ sku }}' } } },
          layers: { title: { type: 'text', text: '{{ product.name }}' } },
        });
        const url = `${productionUrl}?sku=A-1`;
        const before = await shown(anonymous, url);
        expect(before.headers.get('cache-control')).toBe('no-cache, max-age=0');
        const known = { 'if-none-match': before.headers.get('etag') ?? '' };
        expect((await shown(anonymous, url, known)).status).toBe(304);
        await a.patch(`/v2/stores/${store.id}/records/A-1`, { name: 'Shoes' });
        const after = await shown(anonymous, url, known);
        expect(after.status).toBe(200);
        expect(Buffer.from(after.bytes).equals(Buffer.from(before.bytes))).toBe(false);
        expect((await shown(anonymous, `${productionUrl}?sku=nowhere`)).status).toBe(200);
      },
    );

    test('with a timer is stored by no cache', verifies('live.pictures.caching'), async () => {
      const { a, anonymous } = await arrange();
      const { productionUrl } = await saveLiveImage(a, { layers: { timer: { type: 'timer' } } });
      const gif = await shown(anonymous, productionUrl);
      expect(gif.headers.get('content-type')).toBe('image/gif');
      expect(gif.headers.get('cache-control')).toBe('no-store, no-cache, must-revalidate, max-age=0');
      expect(gif.headers.get('etag')).toBeNull();
      const png = await shown(anonymous, `${productionUrl}.png`);
      expect((await sharp(png.bytes).metadata()).format).toBe('png');
    });

    test('has the format of its suffix', verifies('live.pictures.suffix'), async () => {
      const { a, anonymous } = await arrange();
      const { productionUrl } = await saveLiveImage(a, {
        ...GREETING,
        format: 'png',
        background: { color: '#d6336c', transparent: true },
      });
      for (const [suffix, type] of [
        ['', 'image/png'],
        ['.png', 'image/png'],
        ['.jpg', 'image/jpeg'],
        ['.JPEG', 'image/jpeg'],
        ['.gif', 'image/gif'],
        ['.webp', 'image/png'],
      ]) {
        const { headers } = await shown(anonymous, `${productionUrl}${suffix}?name=Jana`);
        expect(headers.get('content-type'), suffix).toBe(type);
      }
      const jpeg = await shown(anonymous, `${productionUrl}.jpg`);
      const corner = await sharp(jpeg.bytes).extract({ left: 198, top: 58, width: 1, height: 1 }).raw();
      const [red = 0, green = 0] = await corner.toBuffer();
      expect(Math.abs(red - 0xd6) + Math.abs(green - 0x33)).toBeLessThan(12);
      // Also of a fallback without a picture. It is a GIF when it can't be drawn in time.
      const { productionUrl: signed } = await saveLiveImage(a, { ...GREETING, access: 'signed' });
      const typeOf = async (suffix: string) =>
        (await shown(anonymous, `${signed}${suffix}?name=Jana`)).headers.get('content-type');
      expect(await typeOf('')).toBe('image/gif');
      await expect.poll(() => typeOf('.png')).toBe('image/png');
      await expect.poll(() => typeOf('.jpg')).toBe('image/jpeg');
    });

    test(
      'is there whatever its URL has: 10 kB, malformed escapes, repeated and unknown parameters',
      verifies('live.pictures.always'),
      async () => {
        const { a, anonymous } = await arrange();
        const { productionUrl } = await saveLiveImage(a, GREETING);
        const queries = [
          `name=${'x'.repeat(10_000)}`,
          'name=%E0%A4%A',
          'name=%',
          'name=Jana&name=Tom',
          'name=a%00b',
          '&&&==&name',
          'name=%ED%A0%80',
          'name={{ 7 | times: 7 }}',
          's=x&e=y',
          'name=%3Csvg%2Fonload%3Dalert(1)%3E',
        ];
        for (const query of queries) {
          const picture = await shown(anonymous, `${productionUrl}?${query}`);
          expect(picture.status, query).toBe(200);
          expect(picture.headers.get('content-type')).toMatch(/^image\//);
          expect(await lookOf(picture.bytes)).toMatchObject({ width: 200, height: 60, isBlank: false });
        }
        const bytesOf = async (query: string) =>
          Buffer.from((await shown(anonymous, `${productionUrl}?${query}`)).bytes);
        const jana = await bytesOf('name=J%20J');
        for (const query of ['name=J+J', 'name=J%20J&name=Tom', 'utm=1&amp;name=J+J']) {
          expect(jana.equals(await bytesOf(query)), query).toBe(true);
        }
      },
    );

    test(
      'of which nothing is visible is the fallback in the size of the design',
      verifies('live.pictures.fallback'),
      async () => {
        const { a, anonymous } = await arrange();
        const { productionUrl } = await saveLiveImage(a, {
          ...{ width: 123, height: 45, scale: 2 },
          background: { transparent: true },
          variables: { name: {} },
          layers: { title: { type: 'text', text: 'Hi {{ name }}', show: '{{ name }}' } },
        });
        const empty = await shown(anonymous, productionUrl);
        expect(await lookOf(empty.bytes)).toEqual({ width: 246, height: 90, isBlank: true });
        const jana = await shown(anonymous, `${productionUrl}?name=Jana`);
        expect(await lookOf(jana.bytes)).toEqual({ width: 246, height: 90, isBlank: false });
      },
    );

    test(
      'without visible layers has its background, which is none only if it is transparent',
      verifies('live.pictures.fallback'),
      async () => {
        const { a, anonymous, vitrine, principal } = await arrange();
        const bytes = await sharp({ create: { width: 20, height: 20, channels: 3, background: '#00ff00' } })
          .png()
          .toBuffer();
        const image = await vitrine.images.add(principal, { file: { bytes, name: 'green.png' } });
        const colorOf = async (transparent: boolean) => {
          const { productionUrl } = await saveLiveImage(a, {
            ...{ width: 40, height: 40, format: 'png', background: { color: '#d6336c', transparent } },
            ...{ layers: { title: { type: 'text', text: '' } }, fallback: { imageId: image.id } },
          });
          // A busy machine shows the fallback, which no cache may store.
          const opened = async () => shown(anonymous, productionUrl);
          await expect.poll(async () => (await opened()).headers.get('cache-control')).not.toBe('no-store');
          const [red, green, blue] = await sharp((await opened()).bytes)
            .removeAlpha()
            .raw()
            .toBuffer();
          return [red, green, blue];
        };
        expect(await colorOf(false)).toEqual([0xd6, 0x33, 0x6c]);
        expect(await colorOf(true)).toEqual([0, 0xff, 0]);
      },
    );

    test('of a deleted live image is a transparent pixel', verifies('live.pictures.deleted'), async () => {
      const { a, anonymous } = await arrange();
      const { productionUrl, clickUrl, imageId } = await saveLiveImage(a, GREETING);
      await a.delete(`/v2/live-images/${imageId}`);
      const gone = await shown(anonymous, `${productionUrl}?name=Jana`);
      expect(gone.status).toBe(200);
      expect(gone.headers.get('cache-control')).toBe('no-cache, max-age=0');
      expect((await shown(anonymous, `${clickUrl}?name=Jana`)).headers.get('location')).toBe(
        'https://shop.example/',
      );
      expect((await anonymous.get('/i/AAAAAAAAAAAA?name=x')).status).toBe(404);
      expect((await anonymous.get('/l/AAAAAAAAAAAA?name=x')).status).toBe(404);
    });
  });

  test(
    'a picture that can not be drawn now is the fallback in its size, also without a key',
    verifies('live.pictures.always', 'live.pictures.fallback'),
    async () => {
      const { a, anonymous, vitrine, principal } = await arrange();
      const bytes = await sharp({ create: { width: 20, height: 20, channels: 3, background: '#00ff00' } })
        .png()
        .toBuffer();
      const image = await vitrine.images.add(principal, { file: { bytes, name: 'green.png' } });
      const { productionUrl } = await saveLiveImage(a, {
        ...GREETING,
        fallback: { imageId: image.id },
      });
      const flood = Array.from({ length: 400 }, (_, i) =>
        shown(anonymous, `${productionUrl}?name=Reader ${i}`),
      );
      const pictures = await Promise.all(flood);
      const looks = new Set<string>();
      for (const { status, headers, bytes: picture } of pictures) {
        const caching = headers.get('cache-control') ?? '';
        expect(status).toBe(200);
        expect(['public, max-age=300', 'no-store']).toContain(caching);
        // Those with one rule of caching look alike.
        if (looks.has(caching)) continue;
        looks.add(caching);
        expect(await lookOf(picture)).toMatchObject({ width: 200, height: 60 });
      }
      expect(looks).toContain('no-store');
    },
  );

  describe('a click', () => {
    test('leads where the same query leads the picture', verifies('live.clicks'), async () => {
      const { a, anonymous } = await arrange();
      const { clickUrl } = await saveLiveImage(a, GREETING);
      const click = await shown(anonymous, `${clickUrl}?name=J%20%26%20T&amp;x=1`);
      expect(click.status).toBe(302);
      expect(click.headers.get('location')).toBe('https://shop.example/hello?name=J%20%26%20T');
      expect(click.headers.get('cache-control')).toBe('no-store');
      expect(click.headers.get('referrer-policy')).toBe('no-referrer');
      const plain = await saveLiveImage(a, { layers: { title: { type: 'text', text: 'Hi' } } });
      const nowhere = await shown(anonymous, plain.clickUrl);
      expect(nowhere.status).toBe(404);
      expect(nowhere.headers.get('content-type')).toBe('text/html; charset=utf-8');
    });

    test('never leads to a host of the query', verifies('live.links.host'), async () => {
      const { a, anonymous } = await arrange();
      const links = [
        'https://shop.example/{{ name }}',
        'https://shop.example/go?to={{ name }}',
        'https://shop.example?{{ name }}',
        'https://shop.example#{{ name }}',
        'https://shop.example/a/{{ name }}/{{ city }}',
      ];
      const images = await Promise.all(links.map((link) => saveLiveImage(a, { ...GREETING, link })));
      for (const value of HOSTILE) {
        for (const { clickUrl } of images) {
          for (const name of [value, encodeURIComponent(value)]) {
            const query = `name=${name.replaceAll('#', '%23')}&city=${encodeURIComponent(value)}`;
            const { status, headers } = await shown(anonymous, `${clickUrl}?${query}`);
            const location = headers.get('location') ?? '';
            expect(status, query).toBe(302);
            expect(new URL(location).origin, `${value} in ${clickUrl}`).toBe('https://shop.example');
            expect(location).toMatch(/^https:\/\/shop\.example[/?#][\x21-\x7e]*$/);
          }
        }
      }
    });
  });

  describe('a signed URL', () => {
    const SIGNED: LiveDesignChanges = { ...GREETING, access: 'signed' };

    test(
      'shows its picture; any other one shows the fallback, and a click leads to its link',
      verifies('live.signed'),
      async () => {
        const { a, anonymous, storage } = await arrange();
        const { productionUrl, clickUrl, imageId } = await saveLiveImage(a, SIGNED);
        const secret = (await storage.settings.get('links_secret')) ?? '';
        const publicId = productionUrl.slice(-12);
        const sign = (variables: Record<string, string>, expiry = '') =>
          signatureOf(secret, publicId, expiry, variables);

        const { body } = await a.post<LiveLinksResponse>(`/v2/live-images/${imageId}/links`, {
          links: [{ variables: { name: 'Jana', city: 'Łódź & more' } }, {}],
        });
        const [first, second] = body.links;
        const query = `name=Jana&city=%C5%81%C3%B3d%C5%BA%20%26%20more&s=${sign({ name: 'Jana', city: 'Łódź & more' })}`;
        expect(first).toEqual({ url: `${productionUrl}?${query}`, clickUrl: `${clickUrl}?${query}` });
        expect(second?.url).toBe(`${productionUrl}?s=${sign({})}`);

        const isShown = async (given: string) => {
          const picture = await shown(anonymous, `${productionUrl}?${given}`);
          const click = await shown(anonymous, `${clickUrl}?${given}`);
          expect(picture.status).toBe(200);
          const isBlank = (await lookOf(picture.bytes)).isBlank;
          expect(click.headers.get('location') === 'https://shop.example/', given).toBe(isBlank);
          if (isBlank) expect(picture.headers.get('cache-control')).toBe('no-store');
          return !isBlank;
        };
        const soon = String(Math.floor(Date.now() / 1_000) + 3_600);
        const jana = sign({ name: 'Jana' });
        const valid = [
          query,
          `name=Jana&s=${jana}&utm_source=mail`,
          `utm=1&amp;s=${jana}&amp;name=Jana`,
          `name=J+J&s=${sign({ name: 'J J' })}`,
          `name=&s=${sign({ name: '' })}`,
          `name=Jana&e=${soon}&s=${sign({ name: 'Jana' }, soon)}`,
        ];
        for (const given of valid) expect(await isShown(given), given).toBe(true);
        const invalid = [
          '',
          'name=Jana',
          `name=Tom&s=${jana}`,
          `name=Jana&city=x&s=${jana}`,
          `s=${jana}`,
          `name=Jana&s=${jana}=`,
          `name=Jana&s=${jana.slice(0, -1)}`,
          `name=Jana&s=${jana}A`,
          `name=Jana&s=${jana.toUpperCase()}`,
          `name=Jana&s=`,
          `name=Jana&e=${soon}&s=${jana}`,
          `name=Jana&e=1000&s=${sign({ name: 'Jana' }, '1000')}`,
          `name=Jana&e=x&s=${sign({ name: 'Jana' }, 'x')}`,
          `name=Jana&e=-1&s=${sign({ name: 'Jana' }, '-1')}`,
          `name=Jana&s=${signatureOf('another secret', publicId, '', { name: 'Jana' })}`,
          `name=Jana&s=${signatureOf(secret, 'AAAAAAAAAAAA', '', { name: 'Jana' })}`,
          `name=Jana&s=${sign({ name: 'Jan', a: '' })}`,
        ];
        for (const given of invalid) expect(await isShown(given), given).toBe(false);
      },
    );

    test('expires at its moment', verifies('live.signed'), async () => {
      const { a, anonymous, now, advance } = await arrange();
      const { imageId } = await saveLiveImage(a, SIGNED);
      const expiresAt = new Date(Math.ceil(now() / 1_000) * 1_000 + 60_000).toISOString();
      const { body } = await a.post<LiveLinksResponse>(`/v2/live-images/${imageId}/links`, {
        ...{ links: [{ variables: { name: 'Jana' } }], expiresAt },
      });
      const url = body.links[0]?.url ?? '';
      const before = await shown(anonymous, url);
      expect((await lookOf(before.bytes)).isBlank).toBe(false);
      advance(62_000);
      expect((await lookOf((await shown(anonymous, url)).bytes)).isBlank).toBe(true);
    });

    test('is refused for values that it can not carry', verifies('live.links.operation'), async () => {
      const { a, b } = await arrange();
      const signed = await saveLiveImage(a, SIGNED);
      const path = `/v2/live-images/${signed.imageId}/links`;
      const links = [{ variables: { name: 'Jana' } }];
      expectRefused(await a.post(path, {}), ['links']);
      expectRefused(await a.post(path, { links: [] }), ['links']);
      expectRefused(await a.post(path, { links: Array.from({ length: 101 }, () => ({})) }), ['links']);
      expectRefused(await a.post(path, { links: [{}, { variables: { nam: 'x' } }] }), [
        'links[1].variables.nam',
      ]);
      expectRefused(await a.post(path, { links: [{ variables: { name: '\ud800' } }] }), [
        'links[0].variables.name',
      ]);
      expectRefused(await a.post(path, { links, expiresAt: '2020-01-01T00:00:00Z' }), ['expiresAt']);
      expectRefused(await a.post(path, { links, expiresAt: '2099-01-01T00:00:00' }), ['expiresAt']);
      expect((await b.post(path, { links })).status).toBe(404);
      const open = await saveLiveImage(a, GREETING);
      const { body } = await a.post<LiveLinksResponse>(`/v2/live-images/${open.imageId}/links`, { links });
      expect(body.links).toEqual([
        { url: `${open.productionUrl}?name=Jana`, clickUrl: `${open.clickUrl}?name=Jana` },
      ]);
      expectRefused(
        await a.post(`/v2/live-images/${open.imageId}/links`, { links, expiresAt: '2099-01-01T00:00:00Z' }),
        ['expiresAt'],
      );
    });
  });

  test(
    'a photo of this server is shown without a list of hosts; one that fails falls back and is not stored',
    verifies('live.photos.own', 'live.pictures.caching'),
    async () => {
      const { a, anonymous, principal, vitrine } = await arrange();
      const solid = async (color: string) => {
        const bytes = await sharp({ create: { width: 20, height: 20, channels: 3, background: color } })
          .png()
          .toBuffer();
        return vitrine.images.add(principal, { file: { bytes, name: 'solid.png' } });
      };
      const [red, blue] = [await solid('#ff0000'), await solid('#0000ff')];
      const { productionUrl } = await saveLiveImage(a, {
        ...{ width: 40, height: 40, format: 'png', variables: { photo: {} } },
        layers: { photo: { type: 'image', width: 40, height: 40, url: '{{ photo }}', imageId: blue.id } },
      });
      const colorOf = async (photo: string) => {
        const path = `${pathOf(productionUrl)}?photo=${encodeURIComponent(photo)}`;
        const { bytes, headers } = await anonymous.get(path);
        const [r, g, b] = await sharp(bytes).removeAlpha().raw().toBuffer();
        return { color: [r, g, b], caching: headers.get('cache-control') };
      };
      const own = await colorOf(red.productionUrl);
      expect(own).toEqual({ color: [255, 0, 0], caching: 'public, max-age=300' });
      expect(await colorOf(`${red.productionUrl}.png?x=1`)).toEqual(own);
      for (const url of [
        'https://cdn.example.com/a.png',
        `${ORIGIN}/i/AAAAAAAAAAAA`,
        `${ORIGIN}/healthz`,
        productionUrl,
        'http://127.0.0.1:1/',
      ]) {
        expect(await colorOf(url), url).toEqual({ color: [0, 0, 255], caching: 'no-store' });
      }
      for (const text of ['', 'file:///etc/passwd', 'not a url', '{{ photo }}']) {
        expect((await colorOf(text)).color, text).toEqual([0, 0, 255]);
      }
      await a.delete(`/v2/images/${red.id}`);
      expect(await colorOf(red.productionUrl)).toEqual({ color: [0, 0, 255], caching: 'no-store' });
    },
  );

  test('an account has a list of the hosts of its pictures', verifies('live.photos.hosts'), async () => {
    const { a, b } = await arrange();
    expect((await a.get('/admin/image-hosts')).body).toEqual({ hosts: [] });
    const put = (client: Client, hosts: unknown) =>
      client.send('PUT', '/admin/image-hosts', { json: { hosts } });
    const hosts = [' CDN.example.com', '*.Example.org', 'bücher.example', 'cdn.example.com'];
    expect((await put(a, hosts)).body).toEqual({
      hosts: ['*.example.org', 'cdn.example.com', 'xn--bcher-kva.example'],
    });
    expect((await a.get('/admin/image-hosts')).body).toMatchObject({ hosts: expect.any(Array) });
    expect((await b.get('/admin/image-hosts')).body).toEqual({ hosts: [] });
    const refused = [
      '',
      '*',
      '*.',
      '*.com',
      'a.example:80',
      'https://a.example',
      'a.example/x',
      'u@a.example',
      'a..example',
      'a b.example',
      '[::1]',
      'a.example.',
      'a.*.example',
      '-a.example',
      '..',
    ];
    for (const host of refused) expectRefused(await put(a, ['ok.example', host]), ['hosts[1]']);
    expectRefused(await a.send('PUT', '/admin/image-hosts', { json: {} }), ['hosts']);
    expect((await put(a, [])).body).toEqual({ hosts: [] });
  });
});

/** Values that try to lead a click to another host, or out of their place in the link. */
const HOSTILE: readonly string[] = [
  ...['//evil.example', '/\\evil.example', '\\\\evil.example', '@evil.example', ':80@evil.example'],
  ...[
    '.evil.example',
    'https://evil.example',
    'https:evil.example',
    'javascript:alert(1)',
    '%2F%2Fevil.example',
  ],
  ...['%5Cevil.example', '%252F%252Fevil.example', '../..//evil.example', '..%2f..%2f', '%2e%2e/%2e%2e/'],
  ...['\r\nLocation: https://evil.example', '%0d%0aSet-Cookie:a=b', '\t//evil.example', '\0//evil.example'],
  ...['?@evil.example', '#@evil.example', '&to=https://evil.example', ';//evil.example', '／／evil.example'],
  ...['。evil.example', 'evil。example', '﹫evil.example', '＠evil.example', '\u202e//elpmaxe.live'],
  ...['data:text/html,<script>', '<script>alert(1)</script>', '"><a href=//evil.example>', "'//evil.example"],
  ...[
    '//evil.example%00.shop.example',
    '///evil.example',
    '////evil.example/%2f..',
    'https://shop.example@evil.example',
  ],
  ...['xn--evil-.example', '//еvil.example', '%E3%80%82evil.example', '.', '..', '...', './', '/./../'],
  ...[
    '{{ link }}',
    '{% raw %}',
    '$' + '{x}',
    '%',
    '%zz',
    '\ud83d\ude00',
    'ftp://evil.example',
    'file:///etc/passwd',
  ],
];
