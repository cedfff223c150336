import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { verifies } from '../../../../test/requirements.ts';
import { RED_PIXEL, Shop } from '../../test/command-line.ts';

let shop: Shop;
beforeEach(async () => {
  shop = await Shop.open();
  await shop.line.succeed(
    ...['images', 'add', shop.line.write('header.png', RED_PIXEL), shop.line.write('footer.png', RED_PIXEL)],
  );
});
afterEach(() => shop.close());

describe('images list and show', () => {
  test('list images by name and status', async () => {
    const lines = (await shop.line.succeed('images', 'list')).trimEnd().split('\n');
    expect(lines[0]).toMatch(/^ID {2}TYPE +STATUS +SIZE +BYTES {2}FOLDER {2}NAME +URL$/);
    expect(lines[1]).toMatch(
      /^ 2 {2}static {2}active {2}1×1 png +\d+ {2}- {7}footer {2}http:\S+\/i\/[\w-]{12}$/,
    );
    expect(lines).toHaveLength(3);
    const list = ['images', 'list', '--json'];
    expect(JSON.parse(await shop.line.succeed(...list, '--name', 'HEAD'))).toMatchObject([
      { name: 'header' },
    ]);
    for (const type of ['timer', 'live']) {
      expect(JSON.parse(await shop.line.succeed(...list, '--type', type))).toEqual([]);
    }
    await shop.vitrine.images.delete(shop.principal, 1);
    expect(JSON.parse(await shop.line.succeed(...list))).toMatchObject([{ id: 2 }]);
    expect(JSON.parse(await shop.line.succeed(...list, '--status', 'deleted'))).toMatchObject([{ id: 1 }]);
    expect((await shop.line.run(...list, '--status', 'gone')).code).toBe(64);
  });

  test('shows an image that is given by name, also a deleted one', async () => {
    await shop.vitrine.images.delete(shop.principal, 1);
    const out = await shop.line.succeed('images', 'show', 'header');
    expect(out).toMatch(/^status {3}deleted$/m);
    expect(out).toMatch(/^html {5}<img src="http/m);
    expect(out).not.toMatch(/^target/m);
    const image = JSON.parse(await shop.line.succeed('images', 'show', '1', '--json'));
    expect(image).toMatchObject({ id: 1, name: 'header', active: false });
  });
});

describe('images lookup, thumbnail and add', () => {
  test('find an image by its URL and write its thumbnail', verifies('cli.others'), async () => {
    const { productionUrl } = await shop.vitrine.images.get(shop.principal, 1);
    const found = await shop.line.succeed('images', 'lookup', productionUrl, '--json');
    expect(JSON.parse(found)).toMatchObject({ id: 1, name: 'header' });
    expect(await shop.line.succeed('images', 'lookup', productionUrl)).toMatch(/^name +header$/m);
    expect(await shop.line.run('images', 'lookup', 'http://127.0.0.1:8080/i/nothing')).toMatchObject({
      code: 1,
    });
    const file = shop.line.path('thumbnail.webp');
    const out = await shop.line.succeed('images', 'thumbnail', 'header', file);
    const bytes = readFileSync(file);
    expect(out).toBe(`${file}  ${bytes.length} bytes\n`);
    expect(bytes.toString('latin1', 8, 12)).toBe('WEBP');
    const missing = await shop.line.run('images', 'thumbnail', 'header', shop.line.path('none/a.webp'));
    expect(missing).toMatchObject({ code: 74, out: '' });
  });

  test('give one image a name', async () => {
    const file = shop.line.path('header.png');
    const added = await shop.line.succeed('images', 'add', file, '--name', 'Spring', '--json');
    expect(JSON.parse(added)).toMatchObject({ name: 'Spring' });
    expect(await shop.line.run('images', 'add', file, file, '--name', 'Spring')).toMatchObject({ code: 64 });
  });
});

describe('images rename, delete and restore', () => {
  test('change images that are given by name', async () => {
    const { line } = shop;
    expect(await line.succeed('images', 'rename', 'header', 'Header of spring')).toBe('renamed  1\n');
    expect(await line.run('images', 'delete', 'footer', 'none')).toMatchObject({
      code: 1,
      err: expect.stringMatching(/No such image in this account: none has the id or the name "none"\./),
    });
    expect(await line.succeed('images', 'delete', 'Header of spring', '2')).toBe('deleted  1\ndeleted  2\n');
    expect((await shop.vitrine.images.list(shop.principal)).items).toEqual([]);
    expect(await line.succeed('images', 'restore', 'footer')).toBe('restored  2\n');
    expect((await shop.vitrine.images.list(shop.principal)).items).toMatchObject([{ id: 2 }]);
  });
});
