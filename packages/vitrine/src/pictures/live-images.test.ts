import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { verifies } from '../../../../test/requirements.ts';
import { Shop } from '../../test/command-line.ts';

let shop: Shop;
beforeEach(async () => {
  shop = await Shop.open();
});
afterEach(() => shop.close());

async function applyGreeting(access: 'open' | 'signed'): Promise<string> {
  const { line } = shop;
  await shop.createStore([
    { name: 'sku', type: 'string', unique: true },
    { name: 'name', type: 'string' },
  ]);
  const design = {
    access,
    variables: { sku: { sample: 'A-1' }, first_name: { default: 'friend' } },
    sources: { product: { kind: 'record', storeId: 'test', key: { sku: '{{ sku }}' } } },
    layers: { title: { type: 'text', text: 'Hi {{ first_name }}, {{ product.name }}' } },
    link: 'https://shop.example/{{ sku }}',
  };
  const file = line.write('greeting.json', JSON.stringify({ name: 'Greeting', design }));
  return line.succeed('live', 'apply', file);
}

test(
  'live images are applied from a file, listed, shown and exported with names',
  verifies('live.commands'),
  async () => {
    const { line } = shop;
    expect(await applyGreeting('open')).toMatch(/^created +1$/m);
    expect(await line.succeed('live', 'list')).toMatch(/^ 1 {2}open {4}sku, first_name {2}Greeting {2}http/m);
    expect(await line.succeed('live', 'show', 'Greeting')).toMatch(/^click url {2}http\S+\/l\/[\w-]{12}$/m);
    expect(await line.succeed('live', 'show', 'Greeting', '--merge-tags', 'mailchimp')).toContain('*|SKU|*');
    const { html } = JSON.parse(await line.succeed('live', 'show', 'Greeting', '--json'));
    expect(html).toContain('sku={{sku}}');
    expect(await line.run('live', 'show', 'Greeting', '--merge-tags', 'mailchip')).toMatchObject({
      code: 1,
      err: expect.stringContaining('Expected one of plain, mailchimp'),
    });
    const file = line.path('exported.json');
    await line.succeed('live', 'export', 'Greeting', '--out', file);
    const exported = JSON.parse(readFileSync(file, 'utf8'));
    expect(exported).toMatchObject({
      name: 'Greeting',
      design: { sources: { product: { storeId: 'test' } } },
    });

    delete exported.design.layers.title;
    exported.design.layers.other = { type: 'text', text: 'Bye {{ first_name }}' };
    exported.design.sources = {};
    line.write('exported.json', JSON.stringify(exported));
    expect(await line.succeed('live', 'apply', file)).toMatch(/^updated +1$/m);
    const design = (await shop.vitrine.images.get(shop.principal, 1)).live?.design;
    expect(Object.keys(design?.layers ?? {})).toEqual(['other']);
    expect(design).toMatchObject({ sources: {}, link: 'https://shop.example/{{ sku }}' });
    expect((await shop.vitrine.liveImages.list(shop.principal)).items).toHaveLength(1);
    expect(await shop.vitrine.liveImageDrafts.list(shop.principal)).toEqual([]);
  },
);

test('live resolve and url take values', verifies('live.commands'), async () => {
  const { line } = shop;
  await applyGreeting('signed');
  const resolved = await line.succeed('live', 'resolve', 'Greeting', '--value', 'first_name=J=J');
  expect(resolved).toMatch(/^first_name +J=J \(url\)$/m);
  const url = await line.succeed('live', 'url', 'Greeting', '--value', 'first_name=J', '--value', 'sku=A 1');
  expect(url).toMatch(/^http\S+\/i\/[\w-]{12}\?first_name=J&sku=A%201&s=[\w-]{22}\nhttp\S+\/l\/\S+\n$/);
  line.env.VITRINE_LINKS_SECRET = 'another secret of the links, long enough';
  const other = await line.succeed(
    'live',
    'url',
    'Greeting',
    '--value',
    'first_name=J',
    '--value',
    'sku=A 1',
  );
  expect(other).not.toBe(url);
  expect((await line.run('live', 'url', 'Greeting', '--value', 'first_name')).code).toBe(64);
});

test(
  'an export has the URLs of a live image for each record',
  verifies('live.commands', 'live.export'),
  async () => {
    const { line } = shop;
    await applyGreeting('signed');
    await line.succeed('import', 'test', line.write('a.json', '[{"sku":"A 1","name":"Boots"}]'));
    const exported = await line.succeed('export', 'test', '--live-links', 'Greeting', '--fields', 'sku');
    const [record] = JSON.parse(exported);
    const [url] = (await line.succeed('live', 'url', 'Greeting', '--value', 'sku=A 1')).split('\n');
    expect(record).toEqual({ sku: 'A 1', liveUrl: url, liveClickUrl: url?.replace('/i/', '/l/') });
    expect(await line.run('export', 'test', '--live-links', 'Nobody')).toMatchObject({ code: 1, out: '' });
  },
);

test('live resolve warns of the photo of a host that is not listed', verifies('live.commands'), async () => {
  const { line } = shop;
  const layers = { photo: { type: 'image', url: 'https://cdn.example.com/a.png' } };
  await line.succeed(
    'live',
    'apply',
    line.write('card.json', JSON.stringify({ name: 'Card', design: { layers } })),
  );
  expect(await line.succeed('live', 'resolve', 'Card')).toMatch(
    /^warning +design\.layers\.photo\.url: \S+ is not shown, because cdn\.example\.com is not listed/m,
  );
  await line.succeed('accounts', 'image-hosts', 'Shop', '--set', 'cdn.example.com');
  expect(await line.succeed('live', 'resolve', 'Card')).not.toContain('warning');
});

test('accounts image-hosts shows and replaces the hosts', verifies('live.commands'), async () => {
  const { line } = shop;
  expect(await line.succeed('accounts', 'image-hosts', 'Shop')).toBe('');
  const hosts = await line.succeed(
    'accounts',
    'image-hosts',
    'Shop',
    '--set',
    'CDN.example.com,*.example.org',
  );
  expect(hosts).toBe('*.example.org\ncdn.example.com\n');
  expect((await line.run('accounts', 'image-hosts', 'Shop', '--set', 'https://a.example')).code).not.toBe(0);
  expect(await line.succeed('accounts', 'image-hosts', 'Shop')).toBe(hosts);
  expect(await line.succeed('accounts', 'image-hosts', 'Shop', '--clear')).toBe('');
});
