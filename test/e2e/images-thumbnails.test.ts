import type { ImageDetail, ImageSummary, Page } from '@vitrine/core/contracts';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { verifies } from '../requirements.ts';
import { expectProblem, notFound } from './arrange.ts';
import { pathOf } from './client.ts';
import { addPicture, animation, colorsOf, quarters } from './pictures.ts';
import { onOneStorage } from './world.ts';

const MINUTE = 60_000;

onOneStorage((arrange) => {
  test(
    'serves a WebP within 320×320 of the first frame without a key',
    verifies(
      'operation.get-image-thumbnail',
      'images.thumbnail',
      'images.thumbnail.cache',
      'auth.path-tokens',
    ),
    async () => {
      const { a, anonymous } = await arrange();
      const sizes: [given: [number, number], shown: [number, number]][] = [
        [
          [800, 400],
          [320, 160],
        ],
        [
          [100, 1000],
          [32, 320],
        ],
        [
          [320, 320],
          [320, 320],
        ],
        [
          [40, 30],
          [40, 30],
        ],
      ];
      for (const [[width, height], [shownWidth, shownHeight]] of sizes) {
        const image = await addPicture(a, await quarters(width, height));
        const { status, headers, bytes } = await anonymous.get(pathOf(image.thumbnailUrl));
        expect(status).toBe(200);
        expect(headers.get('content-type')).toBe('image/webp');
        const left = Number(/^private, max-age=(\d+)$/.exec(headers.get('cache-control') ?? '')?.[1]);
        const end = Date.parse(image.thumbnailExpiresAt);
        expect(Math.abs((end - Date.now()) / 1_000 - left)).toBeLessThan(60);
        expect(await sharp(bytes).metadata()).toMatchObject({
          format: 'webp',
          width: shownWidth,
          height: shownHeight,
        });
      }
      const animated = await addPicture(a, await animation(['#ff0000', '#00ff00', '#0000ff']));
      expect(animated.animated).toBe(true);
      const { bytes } = await anonymous.get(pathOf(animated.thumbnailUrl));
      expect((await sharp(bytes).metadata()).pages ?? 1).toBe(1);
      const [red, green] = Buffer.from((await colorsOf(bytes))[4]?.[4]?.slice(1) ?? '', 'hex');
      expect(red).toBeGreaterThan(240);
      expect(green).toBeLessThan(15);
    },
  );

  test(
    'creates a thumbnail once for concurrent requests, and stores it',
    verifies('images.thumbnail.kept', 'images.thumbnail.queue'),
    async () => {
      const { a, anonymous } = await arrange();
      const { thumbnailUrl } = await addPicture(a, await quarters(2000, 1500, 'jpeg'));
      const responses = await Promise.all(
        Array.from({ length: 12 }, () => anonymous.get(pathOf(thumbnailUrl))),
      );
      const [first] = responses;
      for (const { status, bytes } of responses) expect([status, bytes]).toEqual([200, first?.bytes]);
      expect((await anonymous.get(pathOf(thumbnailUrl))).bytes).toEqual(first?.bytes);
    },
  );

  test(
    'keeps a URL valid for 15 to 20 minutes, and equal in successive lists',
    verifies('images.thumbnail.life'),
    async () => {
      const world = await arrange();
      const { a, anonymous, advance } = world;
      await addPicture(a);
      const [{ thumbnailUrl, thumbnailExpiresAt } = { thumbnailUrl: '', thumbnailExpiresAt: '' }] = (
        await a.get<Page<ImageSummary>>('/v2/images')
      ).body.items;
      const detail = (await a.get<ImageDetail>('/v2/images/1')).body;
      expect([detail.thumbnailUrl, detail.thumbnailExpiresAt].length).toBe(2);
      expect(new Date(thumbnailExpiresAt).getTime() % (5 * MINUTE)).toBe(0);
      expect((await anonymous.get(pathOf(thumbnailUrl))).status).toBe(200);
      advance(14 * MINUTE);
      expect((await anonymous.get(pathOf(thumbnailUrl))).status).toBe(200);
      advance(6 * MINUTE);
      expectProblem(await anonymous.get(pathOf(thumbnailUrl)), ...notFound);
      const renewed = (await a.get<ImageDetail>('/v2/images/1')).body;
      expect((await anonymous.get(pathOf(renewed.thumbnailUrl))).status).toBe(200);
    },
  );

  test(
    'returns 404 for a changed token or the token of another image',
    verifies('images.thumbnail.token', 'errors.404.media', 'isolation'),
    async () => {
      const { a, b, anonymous } = await arrange();
      const [one, two, ofB] = [await addPicture(a), await addPicture(a), await addPicture(b)];
      const [, , , token = '', id = ''] = pathOf(one.thumbnailUrl).split('/');
      expect(id).toBe('1');
      const flipped = Array.from({ length: token.length }, (_, at) => {
        const other = token[at] === 'A' ? 'B' : 'A';
        return `${token.slice(0, at)}${other}${token.slice(at + 1)}`;
      });
      const tokens = [
        ...flipped,
        token.slice(1),
        `${token}A`,
        `${token}=`,
        'AAAA',
        'x',
        '%00',
        '%F0%9F%98%80',
      ];
      for (const wrong of tokens) {
        expectProblem(await anonymous.get(`/v2/image-thumbnails/${wrong}/1`), ...notFound);
      }
      for (const wrong of ['2', '3', '01', '-1', 'x', '2147483648']) {
        expectProblem(await anonymous.get(`/v2/image-thumbnails/${token}/${wrong}`), ...notFound);
      }
      const tokenOfTwo = pathOf(two.thumbnailUrl).split('/')[3];
      expectProblem(await anonymous.get(`/v2/image-thumbnails/${tokenOfTwo}/1`), ...notFound);
      expect(ofB.id).toBe(1);
      const [fromA, fromB] = [
        await anonymous.get(pathOf(one.thumbnailUrl)),
        await anonymous.get(pathOf(ofB.thumbnailUrl)),
      ];
      expect([fromA.status, fromB.status]).toEqual([200, 200]);
      expect(pathOf(ofB.thumbnailUrl).split('/')[3]).not.toBe(token);
    },
  );
});
