import type { FontSummary } from '@vitrine/core/contracts';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { verifies } from '../requirements.ts';
import { expectProblem, expectRefused, notFound } from './arrange.ts';
import { type Client, type Form, ORIGIN, pathOf } from './client.ts';
import { fontFile } from './samples.ts';
import { onOneStorage } from './world.ts';

const MINUTE = 60_000;

function upload(client: Client, bytes: Uint8Array, name = 'font.ttf') {
  return client.send<FontSummary>('POST', '/v2/fonts', { form: [['file', { bytes, name }]] });
}

async function list(client: Client, query = ''): Promise<FontSummary[]> {
  const { status, body } = await client.get<FontSummary[]>(`/v2/fonts${query}`);
  expect(status).toBe(200);
  return body;
}

const sortedKeys = (value: object) => Object.keys(value).sort();

onOneStorage((arrange) => {
  test(
    'lists the built-in fonts in a bare array, regular and bold',
    verifies('operation.list-fonts', 'fonts.builtin', 'fonts.ids', 'fonts.summary', 'fonts.scope'),
    async () => {
      const { a } = await arrange();
      const fonts = await list(a);
      const families = [
        'Inter',
        'Roboto',
        'Open Sans',
        'Montserrat',
        'Oswald',
        'Playfair Display',
        'Roboto Mono',
        'Bebas Neue',
        'Noto Sans',
      ];
      expect(new Set(fonts.map(({ family }) => family))).toEqual(new Set(families));
      for (const family of families) {
        const weights = fonts.filter((font) => font.family === family).map(({ weight }) => weight);
        expect(weights.toSorted(), family).toEqual(family === 'Bebas Neue' ? [400] : [400, 700]);
      }
      const ids = fonts.map(({ id }) => id);
      expect(ids).toEqual(ids.toSorted((x, y) => x - y));
      for (const font of fonts) {
        expect(font.id >= 1 && font.id <= 999).toBe(true);
        expect(font).toMatchObject({
          scope: 'builtin',
          hasDigits: true,
          variable: false,
          date_created: null,
        });
        expect(sortedKeys(font)).toEqual([
          'bytes',
          'date_created',
          'family',
          'format',
          'fullName',
          'glyphCount',
          'hasDigits',
          'id',
          'italic',
          'previewUrl',
          'scope',
          'style',
          'variable',
          'weight',
        ]);
        expect(font.glyphCount).toBeGreaterThan(50);
        expect(font.bytes).toBeGreaterThan(1_000);
      }
    },
  );

  test(
    'lists an uploaded font after the built-in ones, oldest first, by scope, only in its account',
    verifies(
      'operation.upload-font',
      'fonts.ids',
      'fonts.scope',
      'fonts.upload.formats',
      'fonts.format',
      'isolation',
    ),
    async () => {
      const { a, b } = await arrange();
      const woff2 = await upload(a, fontFile(), 'bebas.woff2');
      expect({ status: woff2.status, body: woff2.body }).toMatchObject({
        status: 201,
        body: {
          id: 1_000,
          family: 'Bebas Neue',
          weight: 400,
          italic: false,
          format: 'woff2',
          scope: 'custom',
          variable: false,
          hasDigits: true,
          bytes: fontFile().byteLength,
          date_created: expect.stringMatching(/Z$/),
        },
      });
      const woff = await upload(a, fontFile('woff'), 'misleading.txt');
      expect(woff.body).toMatchObject({ id: 1_001, format: 'woff' });
      const builtin = (await list(a, '?scope=builtin')).length;
      const all = await list(a);
      expect(all.slice(builtin).map(({ id }) => id)).toEqual([1_000, 1_001]);
      expect((await list(a, '?scope=custom')).map(({ id }) => id)).toEqual([1_000, 1_001]);
      expect(await list(a, '?scope=all')).toHaveLength(builtin + 2);
      expect(await list(a, '?scope=')).toHaveLength(builtin + 2);
      expect(await list(b)).toHaveLength(builtin);
      expect((await upload(b, fontFile())).body.id).toBe(1_000);
      expectRefused(await a.get('/v2/fonts?scope=mine'), ['scope']);
    },
  );

  test(
    'returns the existing font for the same bytes, also for concurrent uploads',
    verifies('fonts.upload.again'),
    async () => {
      const { a } = await arrange();
      const responses = await Promise.all(Array.from({ length: 4 }, () => upload(a, fontFile())));
      for (const { status, body } of responses) {
        expect({ status, id: body.id, created: body.date_created }).toEqual({
          status: 201,
          id: 1_000,
          created: responses[0]?.body.date_created,
        });
      }
      expect(await list(a, '?scope=custom')).toHaveLength(1);
    },
  );

  test(
    'returns 400 under file for anything but a font and for a form without exactly one file, and 413 for a file that is too long',
    verifies(
      'fonts.upload.refused',
      'fonts.upload.one-file',
      'fonts.upload.size',
      'fonts.upload.tables',
      'fonts.upload.drawn',
    ),
    async () => {
      const { a } = await arrange();
      const whole = fontFile();
      const flipped = Buffer.from(whole);
      for (let at = 60; at < flipped.length; at += 97) flipped[at] = (flipped[at] ?? 0) ^ 0x5a;
      const withoutTables = Buffer.from([0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
      const others = [
        Buffer.alloc(0),
        Buffer.from('text'),
        Buffer.from('@font-face{src:url(x.woff2)}'),
        whole.subarray(0, 100),
        whole.subarray(0, -40),
        flipped,
        withoutTables,
      ];
      for (const bytes of others) {
        expectRefused(await upload(a, bytes), ['file']);
      }
      expectProblem(await upload(a, Buffer.alloc(10 * 1024 * 1024 + 1)), 413, 'payload_too_large');
      expectProblem(await upload(a, Buffer.alloc(11 * 1024 * 1024)), 413, 'payload_too_large');
      const send = (form: Form) => a.send('POST', '/v2/fonts', { form });
      const file = { bytes: whole, name: 'x.woff2' };
      expectRefused(await send([['name', 'x']]), ['file', 'name']);
      expectRefused(
        await send([
          ['file', file],
          ['file', file],
        ]),
        ['file'],
      );
      expectRefused(await send([['font', file]]), ['file', 'font']);
      expectRefused(await a.post('/v2/fonts'), ['file']);
      expectProblem(await a.post('/v2/fonts', {}), 415, 'unsupported_media_type');
      expect(await list(a, '?scope=custom')).toEqual([]);
    },
  );

  test(
    'serves a preview with the sample without a key, for 15 to 20 minutes',
    verifies('fonts.preview', 'fonts.preview.signed', 'auth.path-tokens', 'errors.404.media'),
    async () => {
      const { a, b, anonymous, advance } = await arrange();
      const { body: custom } = await upload(a, fontFile());
      const [builtin] = await list(a);
      for (const { previewUrl } of [custom, builtin ?? custom]) {
        expect(previewUrl).toMatch(new RegExp(`^${ORIGIN}/font-previews/[\\w-]+/\\d+$`));
        const { status, headers, bytes } = await anonymous.get(pathOf(previewUrl));
        expect([status, headers.get('content-type')]).toEqual([200, 'image/webp']);
        expect(headers.get('cache-control')).toMatch(/^private, max-age=\d+$/);
        const { format, width = 0, height = 0 } = await sharp(bytes).metadata();
        expect(format).toBe('webp');
        expect(width).toBeGreaterThan(height);
      }
      const { body: ofB } = await upload(b, fontFile('woff'));
      const [token, tokenOfB] = [custom, ofB].map(({ previewUrl }) => pathOf(previewUrl).split('/')[2]);
      const wrong = [
        `/font-previews/${token}/1001`,
        `/font-previews/${token}/1`,
        `/font-previews/${tokenOfB?.slice(0, -1)}/1000`,
        `/font-previews/${token}x/1000`,
        '/font-previews/AAAA/1000',
        `/v2/image-thumbnails/${token}/1000`,
      ];
      for (const path of wrong) expectProblem(await anonymous.get(path), ...notFound);
      expect(token).not.toBe(tokenOfB);
      advance(20 * MINUTE);
      expectProblem(await anonymous.get(pathOf(custom.previewUrl)), ...notFound);
      const [renewed] = await list(a, '?scope=custom');
      expect((await anonymous.get(pathOf(renewed?.previewUrl ?? ''))).status).toBe(200);
    },
  );

  test(
    'deletes a custom font, and returns 404 for any other',
    verifies('operation.delete-font', 'fonts.delete', 'errors.404.media'),
    async () => {
      const { a, b, anonymous, vitrine, advance } = await arrange();
      const { body: font } = await upload(a, fontFile());
      expectProblem(await b.delete(`/v2/fonts/${font.id}`), ...notFound);
      for (const id of ['1', '999', '1001', '0', '-1', '2147483647']) {
        expectProblem(await a.delete(`/v2/fonts/${id}`), ...notFound);
      }
      const response = await a.delete(`/v2/fonts/${font.id}`);
      expect([response.status, response.text]).toEqual([204, '']);
      expectProblem(await a.delete(`/v2/fonts/${font.id}`), ...notFound);
      expectProblem(await anonymous.get(pathOf(font.previewUrl)), ...notFound);
      expect(await list(a, '?scope=custom')).toEqual([]);
      advance(61 * MINUTE);
      await vitrine.runDueJobs();
      expect((await upload(a, fontFile())).body.id).toBe(font.id + 1);
    },
  );
});
