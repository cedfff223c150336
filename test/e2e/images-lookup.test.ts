import type { ImageDetail } from '@vitrine/core/contracts';
import { expect, test } from 'vitest';
import { verifies } from '../requirements.ts';
import { expectProblem, expectRefused, notFound } from './arrange.ts';
import { ORIGIN } from './client.ts';
import { addPicture } from './pictures.ts';
import { onOneStorage } from './world.ts';

const PROXY = 'https://ci4.googleusercontent.com/proxy/x=s0-d-e1-ft';

onOneStorage((arrange) => {
  test(
    'finds an image by every form of its production URL',
    verifies(
      'operation.lookup-image-by-url',
      'images.lookup.forms',
      'images.lookup.ignores',
      'images.lookup.proxy',
      'images.lookup.deleted',
    ),
    async () => {
      const { a } = await arrange();
      const { id, productionUrl } = await addPicture(a);
      const path = productionUrl.slice(ORIGIN.length);
      const host = ORIGIN.replace('http:', '');
      const forms = [
        productionUrl,
        productionUrl.replace('http:', 'https:'),
        `${host}${path}`,
        path,
        `${productionUrl}.gif`,
        `${productionUrl}.png/`,
        `${productionUrl}?email=a@b.c&x=1`,
        `${productionUrl}?a=1&amp;b=2#top`,
        ` ${productionUrl}\n`,
        `${PROXY}#${productionUrl}.jpg?x=1`,
      ];
      const detail = (await a.get<ImageDetail>(`/v2/images/${id}`)).body;
      for (const url of forms) {
        const { status, body } = await a.post('/v2/images/lookup', { url });
        expect({ url, status, body }).toEqual({ url, status: 200, body: detail });
      }
      await a.delete(`/v2/images/${id}`);
      expect((await a.post('/v2/images/lookup', { url: productionUrl })).body).toMatchObject({
        id,
        active: false,
      });
    },
  );

  test(
    'returns 400 for anything but a URL, and 404 for a URL of something else',
    verifies('images.lookup.not-a-url', 'images.lookup.not-found'),
    async () => {
      const { a, b } = await arrange();
      const { productionUrl } = await addPicture(a);
      for (const url of ['', ' ', 'picture', 'http://', '//', 7, null, [], 'x'.repeat(9_000)]) {
        expectRefused(await a.post('/v2/images/lookup', { url }), ['url']);
      }
      expectRefused(await a.post('/v2/images/lookup', {}), ['url']);
      expectRefused(await a.post('/v2/images/lookup', { url: productionUrl, id: 1 }), ['id']);
      const elsewhere = [
        productionUrl.replace('vitrine.test', 'elsewhere.test'),
        productionUrl.replace('vitrine.test', 'vitrine.test:8080'),
        productionUrl.replace('vitrine.test', 'vitrine.test.evil.example'),
        productionUrl.replace('http:', 'ftp:'),
        `${productionUrl}x`,
        `${ORIGIN}/i/AAAAAAAAAAAA`,
        `${ORIGIN}/v2/images/1`,
        `${ORIGIN}/`,
        `${PROXY}#https://elsewhere.test/i/AAAAAAAAAAAA`,
        `${PROXY}#`,
      ];
      for (const url of elsewhere) expectProblem(await a.post('/v2/images/lookup', { url }), ...notFound);
      expectProblem(await b.post('/v2/images/lookup', { url: productionUrl }), ...notFound);
    },
  );
});
