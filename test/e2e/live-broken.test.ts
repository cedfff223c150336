import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { LiveDesignChanges, ResolveLiveImageResponse } from '@vitrine/core/contracts';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { verifies } from '../requirements.ts';
import { addRecord, createStore } from './arrange.ts';
import { pathOf } from './client.ts';
import { saveLiveImage } from './live-links.ts';
import { onOneStorage, type World } from './world.ts';

const PRODUCTS: Parameters<typeof createStore>[1] = {
  ...{ sku: 'unique string', name: 'string', price: 'number', ends: 'datetime' },
  ...{ page: 'url_link', photo: 'url_image' },
};

async function arrangeShop(world: World, changes: LiveDesignChanges = {}) {
  const { a, anonymous } = world;
  const store = await createStore(a, PRODUCTS);
  await addRecord(a, store, {
    ...{ sku: 'A-1', name: 'Boots', price: 99.5, ends: '2026-10-25T02:30:00Z' },
    ...{ page: 'https://shop.example/boots' },
  });
  const saved = await saveLiveImage(a, {
    ...{ width: 300, height: 80, format: 'png', locale: 'de-AT', timeZone: 'Europe/Vienna' },
    variables: { sku: { sample: 'A-1' }, name: { default: 'friend', maxLength: 500 } },
    sources: { product: { kind: 'record', storeId: store.id, key: { sku: '{{ sku }}' } } },
    layers: {
      title: {
        ...{ type: 'text', width: 300, height: 80 },
        text: 'Hi {{ name }}, {{ product.name | default: "something new" }} {{ product.ends | date: "%H:%M" }}',
      },
    },
    link: '{{ product.page }}',
    fallback: { link: 'https://shop.example/' },
    ...changes,
  });
  /** Returns the text that an opening with the query shows. The picture has to be there. */
  async function textOf(query: string): Promise<string> {
    const picture = await anonymous.get(`${pathOf(saved.productionUrl)}?${query}`);
    expect(picture.status, query).toBe(200);
    const { width, height } = await sharp(picture.bytes).metadata();
    expect({ width, height }).toEqual({ width: 300, height: 80 });
    const { liveQuery } = await import('../../packages/http/src/request/open-options.ts');
    const { body } = await a.post<ResolveLiveImageResponse>(`/v2/live-images/${saved.imageId}/resolve`, {
      variables: Object.fromEntries(
        [...liveQuery(query)].map(([name, value]) => [name, value.slice(0, 9_000)]),
      ),
    });
    return body.texts.title ?? '';
  }
  const linkOf = async (query: string) =>
    (await anonymous.get(`${pathOf(saved.clickUrl)}?${query}`)).headers.get('location');
  return { store, saved, textOf, linkOf };
}

onOneStorage((arrange) => {
  test(
    'a reader sees a right picture whatever a mail tool makes of the values',
    verifies('live.pictures.always', 'live.values.missing', 'live.templates.data'),
    async () => {
      const { textOf, linkOf } = await arrangeShop(await arrange());
      const cases: readonly (readonly [query: string, name: string])[] = [
        ['sku=A-1', 'friend'],
        ['sku=A-1&name=', 'friend'],
        ['sku=A-1&name=%20', ' '],
        ['sku=A-1&name=*|FNAME|*', 'friend'],
        ['sku=A-1&name={{first_name}}', 'friend'],
        ['sku=A-1&name=%7B%7B%20first_name%20%7D%7D', 'friend'],
        ['sku=A-1&name=%25%25first_name%25%25', 'friend'],
        ['sku=A-1&name=%%first_name%%', 'friend'],
        ['sku=A-1&name=%2523', '%23'],
        ['utm_source=x&amp;sku=A-1&amp;name=Jana', 'Jana'],
        ['sku=A-1&name=Jana+Marie', 'Jana Marie'],
        ['sku=A-1&name=Jana%20Marie', 'Jana Marie'],
        ['sku=A-1&name=%C5%BDofie', 'Žofie'],
        ['sku=A-1&name=Žofie', 'Žofie'],
        ['sku=A-1&name=%F0%9F%8E%89', '🎉'],
        ['sku=A-1&name=%D7%A9%D7%9C%D7%95%D7%9D%20123', 'שלום 123'],
        ['sku=A-1&name={{ 7 | times: 7 }}!', '{{ 7 | times: 7 }}!'],
        ['sku=A-1&name={% if true %}x{% endif %}', '{% if true %}x{% endif %}'],
        ['sku=A-1&name=<b>J</b>', '<b>J</b>'],
        [`sku=A-1&name=${'x'.repeat(700)}`, 'x'.repeat(500)],
      ];
      for (const [query, name] of cases) expect(await textOf(query), query).toBe(`Hi ${name}, Boots 03:30`);
      for (const query of ['', 'sku=', 'sku=nowhere', 'sku={{sku}}', 'sku=%00', 'sku=A-1%00x']) {
        expect(await textOf(query), query).toBe('Hi friend, something new ');
        expect(await linkOf(query)).toBe('https://shop.example/');
      }
      expect(await linkOf('sku=A-1')).toBe('https://shop.example/boots');
    },
  );

  test(
    'a picture stays when its record, property or store is deleted',
    verifies('live.pictures.always', 'live.design.gone'),
    async () => {
      const world = await arrange();
      const { a } = world;
      const { store, textOf, linkOf } = await arrangeShop(world);
      await a.delete(`/v2/stores/${store.id}/properties/ends`);
      expect(await textOf('sku=A-1')).toBe('Hi friend, Boots ');
      await a.delete(`/v2/stores/${store.id}/records/A-1`);
      expect(await textOf('sku=A-1&name=Jana')).toBe('Hi Jana, something new ');
      await a.delete(`/v2/stores/${store.id}`);
      expect(await textOf('sku=A-1&name=Tom')).toBe('Hi Tom, something new ');
      expect(await linkOf('sku=A-1')).toBe('https://shop.example/');
    },
  );

  test(
    'times are those of the zone of the design, also where its clocks change',
    verifies('live.templates.filters'),
    async () => {
      const world = await arrange();
      const { store, textOf } = await arrangeShop(world);
      for (const [ends, shown] of [
        ['2026-03-29T00:59:00Z', '01:59'],
        ['2026-03-29T01:00:00Z', '03:00'],
        ['2026-10-25T00:30:00Z', '02:30'],
        ['2026-10-25T01:30:00Z', '02:30'],
        ['2026-10-25T02:30:00Z', '03:30'],
      ]) {
        await world.a.patch(`/v2/stores/${store.id}/records/A-1`, { ends });
        expect(await textOf('sku=A-1'), ends).toBe(`Hi friend, Boots ${shown}`);
      }
    },
  );
});

onOneStorage(
  (arrange) => {
    test(
      'a photo that is down, slow, too large or no picture falls back to the picture of its layer',
      verifies('live.photos.fetch', 'live.photos.failing', 'live.pictures.caching'),
      async () => {
        const { a, anonymous, vitrine, principal, advance } = await arrange();
        const solid = async (background: string) =>
          sharp({ create: { width: 10, height: 10, channels: 3, background } })
            .png()
            .toBuffer();
        const red = await solid('#ff0000');
        const server = createServer(({ url }, response) => {
          if (url === '/good') response.end(red);
          else if (url === '/none') response.writeHead(404).end();
          else if (url === '/large') response.end(Buffer.alloc(5 * 1024 * 1024 + 1));
          else if (url === '/text') response.end('<svg xmlns="http://www.w3.org/2000/svg"/>');
          else if (url === '/away') response.writeHead(302, { location: 'http://elsewhere.example/' }).end();
          else if (url === '/broken') response.writeHead(500).end();
        });
        await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
        const { port } = server.address() as AddressInfo;
        const blue = await vitrine.images.add(principal, {
          file: { bytes: await solid('#0000ff'), name: 'blue.png' },
        });
        const { productionUrl } = await saveLiveImage(a, {
          ...{ width: 40, height: 40, format: 'png', variables: { photo: {} } },
          layers: { photo: { type: 'image', width: 40, height: 40, url: '{{ photo }}', imageId: blue.id } },
        });
        const shown = async (path: string) => {
          const photo = encodeURIComponent(`http://127.0.0.1:${port}${path}`);
          const { bytes, headers } = await anonymous.get(`${pathOf(productionUrl)}?photo=${photo}`);
          const [r, , b] = await sharp(bytes).removeAlpha().raw().toBuffer();
          return `${r === 255 ? 'photo' : b === 255 ? 'own' : 'nothing'}, ${headers.get('cache-control')}`;
        };
        expect(await shown('/good')).toBe('own, no-store');
        await a.send('PUT', '/admin/image-hosts', { json: { hosts: ['127.0.0.1'] } });
        // The first picture may be late, because it starts the process that decodes it.
        await expect.poll(() => shown('/good'), { timeout: 20_000 }).toBe('photo, public, max-age=300');
        for (const path of ['/none', '/large', '/text', '/away']) {
          expect(await shown(path), path).toBe('own, no-store');
        }
        // A silent server costs the time of one picture at most, and a failing one is left alone.
        expect(await shown('/silent')).toBe('own, no-store');
        expect(await shown('/broken')).toBe('own, no-store');
        expect(await shown('/good')).toBe('photo, public, max-age=300');
        server.closeAllConnections();
        server.close();
        advance(3_700_000);
        expect(await shown('/good')).toBe('photo, public, max-age=300');
        expect(await shown('/new')).toBe('own, no-store');
      },
    );
  },
  { allowPrivateFetch: true },
);
