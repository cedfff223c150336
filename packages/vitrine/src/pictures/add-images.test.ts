import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { verifies } from '../../../../test/requirements.ts';
import { RED_PIXEL, Shop } from '../../test/command-line.ts';

let shop: Shop;

beforeEach(async () => {
  shop = await Shop.open();
});

afterEach(async () => {
  await shop.close();
});

async function listed() {
  const { items } = await shop.vitrine.images.list(shop.principal);
  return items.map(({ name, folder, format }) => ({ name, folder, format }));
}

describe('vitrine images add', () => {
  test('adds each file under its name', verifies('cli.images'), async () => {
    const files = [shop.line.write('one.png', RED_PIXEL), shop.line.write('two words.gif', RED_PIXEL)];
    const out = await shop.line.succeed('images', 'add', ...files, '--folder', 'spring');
    expect(out).toMatch(/^1 {2}http:\/\/127\.0\.0\.1:8080\/i\/[\w-]{12} {2}1×1 png {2}one$/m);
    expect(out).toContain('2 added, 0 failed');
    expect(await listed()).toEqual([
      { name: 'two words', folder: 'spring', format: 'png' },
      { name: 'one', folder: 'spring', format: 'png' },
    ]);
  });

  test('reports each refused file, continues, and ends with 1', verifies('cli.images'), async () => {
    const files = [
      shop.line.write('text.png', 'not a picture'),
      shop.line.path('missing.png'),
      shop.line.folder,
      shop.line.write('large.png', Buffer.alloc(25 * 1024 * 1024 + 1)),
      shop.line.write('good.png', RED_PIXEL),
    ];
    const { code, out, err } = await shop.line.run('images', 'add', ...files);
    expect(code).toBe(1);
    expect(out).toContain('1 added, 4 failed');
    const errors = err.split('\n').filter((line) => line.startsWith('error: '));
    expect(errors).toHaveLength(4);
    expect(errors[0]).toContain('text.png: file: ');
    expect(errors[1]).toContain('missing.png: no such file');
    expect(errors[2]).toContain('it is a folder');
    expect(errors[3]).toContain('at most 25 MB');
    expect(await listed()).toEqual([{ name: 'good', folder: null, format: 'png' }]);
  });

  test('prints URLs under the address of a server with its environment', verifies('cli.images'), async () => {
    const file = shop.line.write('a.png', RED_PIXEL);
    const urlOf = async () =>
      JSON.parse(await shop.line.succeed('images', 'add', file, '--json')).productionUrl;
    expect(await urlOf()).toMatch(/^http:\/\/127\.0\.0\.1:8080\/i\//);
    Object.assign(shop.line.env, { VITRINE_HOST: '192.0.2.1', VITRINE_PORT: '9000' });
    expect(await urlOf()).toMatch(/^http:\/\/192\.0\.2\.1:9000\/i\//);
  });

  test('prints JSON with URLs under the base URL', verifies('cli.images'), async () => {
    shop.line.env.VITRINE_BASE_URL = 'https://img.example.com';
    const { code, out, err } = await shop.line.run(
      'images',
      'add',
      shop.line.write('a.png', RED_PIXEL),
      '--json',
    );
    expect(code).toBe(0);
    expect(JSON.parse(out)).toMatchObject({
      id: 1,
      productionUrl: expect.stringMatching(/^https:\/\/img\.example\.com\/i\//),
    });
    expect(err).toContain('1 added');
  });

  test('stops between two files at a signal', async () => {
    shop.line.stopSignal = AbortSignal.abort();
    const { code, out } = await shop.line.run('images', 'add', shop.line.write('a.png', RED_PIXEL));
    expect(code).toBe(130);
    expect(out).toContain('0 added');
    expect(await listed()).toEqual([]);
  });

  test('requires a file', async () => {
    expect((await shop.line.run('images', 'add')).code).toBe(64);
  });
});
