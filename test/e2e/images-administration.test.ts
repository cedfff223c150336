import type { ImageDetail } from '@vitrine/core/contracts';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { verifies } from '../requirements.ts';
import { expectProblem, expectRefused } from './arrange.ts';
import { type Client, type Form, pathOf } from './client.ts';
import { addPicture, animation, colorsOf, quarters } from './pictures.ts';
import { onOneStorage } from './world.ts';

async function served(client: Client, image: ImageDetail): Promise<Uint8Array> {
  return (await client.get(pathOf(image.productionUrl))).bytes;
}

function upload(client: Client, form: Form) {
  return client.send<ImageDetail>('POST', '/admin/images', { form });
}

const fileOf = (bytes: Uint8Array, name = 'x.png'): Form => [['file', { bytes, name }]];

onOneStorage((arrange) => {
  test(
    'detects the format of a picture by its bytes, not by its file name',
    verifies('admin.images', 'images.ingest.formats', 'images.format', 'images.bytes', 'images.ingest.field'),
    async () => {
      const { a } = await arrange();
      for (const format of ['png', 'jpeg', 'gif', 'webp'] as const) {
        const bytes = await quarters(40, 30, format);
        const { status, body, headers } = await upload(a, [
          ['file', { bytes, name: 'misleading.svg' }],
          ['name', `A ${format}`],
          ['folder', 'spring'],
        ]);
        expect({ status, body }).toMatchObject({
          status: 201,
          body: {
            name: `A ${format}`,
            folder: 'spring',
            format,
            width: 40,
            height: 30,
            animated: false,
            type: 'static',
          },
        });
        expect(headers.get('location')).toBe(`/v2/images/${body.id}`);
        const shown = await served(a, body);
        expect(shown.byteLength).toBe(body.bytes);
        expect((await sharp(shown).metadata()).format).toBe(format);
      }
      for (const [format, count] of [
        ['gif', 3],
        ['webp', 2],
      ] as const) {
        const colors = ['#ff0000', '#00ff00', '#0000ff'].slice(0, count);
        const image = await addPicture(a, await animation(colors, 8, format));
        expect(image).toMatchObject({ format, animated: true, width: 8, height: 8 });
        expect((await sharp(await served(a, image), { animated: true }).metadata()).pages).toBe(count);
      }
      const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>';
      const others = [
        '',
        'text',
        svg,
        '<!doctype html><script>alert(1)</script>',
        '%PDF-1.7',
        'BM______',
        'GIF89a',
        '\x89PNG\r\n\x1a\n',
        'II*\0____',
      ];
      for (const text of others) {
        expectRefused(await upload(a, fileOf(Buffer.from(text, 'latin1'))), ['file']);
      }
      expectRefused(
        await upload(
          a,
          fileOf(
            await sharp(await quarters(4, 4))
              .tiff()
              .toBuffer(),
          ),
        ),
        ['file'],
      );
    },
  );

  test(
    'names an image after its file if no name is given, and puts it into the root without a folder',
    verifies('images.ingest.name', 'images.restore.folder'),
    async () => {
      const { a } = await arrange();
      const names: [file: string, name: string][] = [
        ['summer sale.final.PNG', 'summer sale.final'],
        ['no extension', 'no extension'],
        ['фото 1.webp', 'фото 1'],
      ];
      for (const [fileName, name] of names) {
        expect(await addPicture(a, undefined, { fileName })).toMatchObject({ name, folder: null });
      }
      expect(await addPicture(a, undefined, { folder: '' })).toMatchObject({ folder: null });
    },
  );

  test(
    'refuses a form without exactly one file',
    verifies('images.ingest.field', 'admin.images'),
    async () => {
      const { a } = await arrange();
      const bytes = await quarters(4, 4);
      const file = { bytes, name: 'x.png' };
      expectRefused(await upload(a, [['name', 'x']]), ['file']);
      expectRefused(await upload(a, [['file', 'text']]), ['file']);
      expectRefused(
        await upload(a, [
          ['file', file],
          ['file', file],
        ]),
        ['file'],
      );
      expectRefused(await upload(a, [['picture', file]]), ['file', 'picture']);
      expectRefused(
        await upload(a, [
          ['file', file],
          ['name', ' '],
          ['color', 'red'],
        ]),
        ['color', 'name'],
      );
      expectRefused(
        await upload(a, [
          ['file', file],
          ['name', 'a'],
          ['name', 'b'],
        ]),
        ['name'],
      );
      expectRefused(await a.post('/admin/images'), ['file']);
      expectProblem(await a.post('/admin/images', {}), 415, 'unsupported_media_type');
      const send = (type: string, raw: string) =>
        a.send('POST', '/admin/images', { raw, headers: { 'content-type': type } });
      expectProblem(await send('image/png', 'x'), 415, 'unsupported_media_type');
      expectRefused(await send('multipart/form-data', '--x--'), ['']);
      expectRefused(await send('multipart/form-data; boundary=x', 'no part'), ['']);
      expectRefused(await send('multipart/form-data; boundary=x', '--x\r\n'), ['']);
      const disposition = 'Content-Disposition: form-data; name="file"; filename="x.png"';
      expectRefused(await send('multipart/form-data; boundary=x', `--x\r\n${disposition}\r\n\r\ncut off`), [
        '',
      ]);
      expectRefused(await send('multipart/form-data; boundary=x', '--x--'), ['file']);
      expectRefused(
        await send(
          'multipart/form-data; boundary=x',
          '--x\r\nContent-Disposition: form-data; name="__proto__"\r\n\r\ny\r\n--x--',
        ),
        ['__proto__', 'file'],
      );
      expect((await a.get<{ items: unknown[] }>('/v2/images')).body.items).toEqual([]);
    },
  );

  test(
    'applies the orientation and stores nothing but the picture',
    verifies('images.ingest.orientation'),
    async () => {
      const { a } = await arrange();
      const turned = await sharp(await quarters(64, 32, 'png'))
        .withExif({ IFD0: { Artist: 'SECRET PERSON' }, IFD3: { GPSLatitude: '51/1 30/1 0/1' } })
        .withMetadata({ orientation: 6 })
        .jpeg({ quality: 100, chromaSubsampling: '4:4:4' })
        .toBuffer();
      const image = await addPicture(a, turned);
      expect(image).toMatchObject({ width: 32, height: 64 });
      const bytes = await served(a, image);
      const metadata = await sharp(bytes).metadata();
      expect([metadata.width, metadata.height, metadata.orientation ?? 1]).toEqual([32, 64, 1]);
      expect(metadata.exif).toBeUndefined();
      expect(Buffer.from(bytes).includes('SECRET')).toBe(false);
      // Rotated by 90°: red moved from the top left to the right.
      const colors = await colorsOf(bytes);
      const near = (color: string | undefined) =>
        color?.replace(/[0-9a-f]{2}/g, (two) => (Number.parseInt(two, 16) > 127 ? 'f' : '0'));
      expect([near(colors[8]?.[24]), near(colors[8]?.[8])]).toEqual(['#f00', '#00f']);
    },
  );

  test(
    'refuses a truncated file, and removes bytes after the end of a picture',
    verifies('images.ingest.truncated', 'images.ingest.trailing', 'images.ingest.canvas', 'images.bytes'),
    async () => {
      const { a } = await arrange();
      for (const format of ['png', 'jpeg', 'gif', 'webp'] as const) {
        const whole = await quarters(64, 48, format);
        for (const part of [
          whole.subarray(0, -1),
          whole.subarray(0, -20),
          whole.subarray(0, whole.length >> 1),
        ]) {
          expectRefused(await upload(a, fileOf(part)), ['file']);
        }
        const more = await addPicture(a, Buffer.concat([whole, Buffer.from('<script>HIDDEN</script>')]));
        const bytes = await served(a, more);
        expect(Buffer.from(bytes).includes('HIDDEN')).toBe(false);
        expect(bytes.byteLength).toBe(more.bytes);
      }
      const gif = await animation(['#ff0000', '#00ff00']);
      expectRefused(await upload(a, fileOf(gif.subarray(0, -1))), ['file']);
    },
  );

  test(
    'returns 413 for too many bytes, and 400 for too many pixels or frames',
    verifies('images.ingest.size', 'images.ingest.pixels', 'images.ingest.canvas'),
    async () => {
      const { a } = await arrange();
      const tooLong = Buffer.alloc(25 * 1024 * 1024 + 1);
      expectProblem(await upload(a, fileOf(tooLong)), 413, 'payload_too_large');
      expectProblem(await upload(a, fileOf(Buffer.alloc(26 * 1024 * 1024))), 413, 'payload_too_large');
      const blank = (width: number, height: number) =>
        sharp({ create: { width, height, channels: 3, background: '#123456' } })
          .png({ compressionLevel: 1 })
          .toBuffer();
      expect(await addPicture(a, await blank(5_000, 5_000))).toMatchObject({ width: 5_000, height: 5_000 });
      expectRefused(await upload(a, fileOf(await blank(5_001, 5_000))), ['file']);
      // 301 frames of a few pixels.
      const colors = Array.from({ length: 301 }, (_, n) => (n % 2 === 0 ? '#ff0000' : '#0000ff'));
      expectRefused(await upload(a, fileOf(await animation(colors, 2))), ['file']);
      // A canvas of 6,000 × 6,000 with a frame of one pixel.
      const [frame] = [await animation(['#ff0000'], 1)];
      const canvas = Buffer.from(frame ?? []);
      canvas.writeUInt16LE(6_000, 6);
      canvas.writeUInt16LE(6_000, 8);
      expectRefused(await upload(a, fileOf(canvas)), ['file']);
    },
  );
});
