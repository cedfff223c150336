import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { picture } from '../e2e/samples.ts';
import { verifies } from '../requirements.ts';
import { addBase, buildImage } from './built-image.ts';
import { Container } from './container.ts';

const KEY = `account-${'c'.repeat(43)}`;
const MB = 1_000_000;
/** Enough to build and start on a busy machine. */
const TIMEOUT = 1_200_000;
/** The unpacked size of the base: the packages of Debian that it consists of. */
const BASE_BYTES = 30 * MB;

let folder: string;
let data: string;
let root: string;
let bytes: number;

beforeAll(() => {
  // Not in memory: the packages of the build take a gigabyte.
  folder = mkdtempSync('/var/tmp/vitrine-image-');
  data = join(folder, 'data');
  mkdirSync(data);
  execFileSync('chown', ['10001:10001', data]);
  root = buildImage(folder);
  bytes = Number(execFileSync('du', ['-s', '-b', root], { encoding: 'utf8' }).split('\t')[0]);
  addBase(root);
}, TIMEOUT);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function start(): Promise<Container> {
  const container = new Container(root, data, { VITRINE_ACCOUNT_KEY: KEY });
  await expect.poll(() => container.output, { timeout: 60_000 }).toMatch(/API: .*\n|error/);
  return container;
}

test('the image takes at most 250 MB', verifies('container.image'), () => {
  console.log(
    `The image takes ${Math.round((bytes + BASE_BYTES) / MB)} MB, ${Math.round(bytes / MB)} without its base.`,
  );
  expect(bytes + BASE_BYTES).toBeLessThanOrEqual(250 * MB);
});

test('the container serves records, pictures, exports and tools, without a network and without writing elsewhere', {
  ...verifies('container.image', 'container.limits'),
  timeout: TIMEOUT,
}, async () => {
  const container = await start();
  try {
    expect(container.output).toContain('synchronous=FULL');
    expect(container.isHealthy()).toBe(true);
    expect(container.proc('status')).toMatch(/^Uid:\t10001\t10001\t10001\t10001$/m);
    expect(container.proc('status')).toMatch(/^CapEff:\t0+$/m);
    expect(container.proc('status')).toMatch(/^NoNewPrivs:\t1$/m);
    // No attempt to reach another address, and no question to a name server.
    expect(counterOf(container.proc('net/snmp'), 'Ip', 'OutNoRoutes')).toBe(0);
    expect(counterOf(container.proc('net/snmp'), 'Udp', 'OutDatagrams')).toBe(0);

    const store = { name: 'S', properties: [{ name: 'k', type: 'string', unique: true }] };
    const [created] = container.send(KEY, { path: '/v2/stores', json: store });
    const { id } = JSON.parse(created?.text ?? '');
    const [added, exported, uploaded, called, docs, page] = container.send(
      KEY,
      { path: `/v2/stores/${id}/records`, json: { k: 'a' } },
      { path: `/v2/stores/${id}/records/export?format=csv` },
      { path: '/admin/images', file: { name: 'red.png', bytes: picture() } },
      {
        path: '/store_mcp',
        json: {
          jsonrpc: '2.0',
          id: 1,
          method: 'tools/call',
          params: { name: 'store_list', arguments: {} },
        },
        headers: { accept: 'application/json, text/event-stream' },
      },
      { path: '/docs' },
      { path: '/console/' },
    );
    expect(added?.status).toBe(201);
    expect(exported).toMatchObject({ status: 200, text: expect.stringContaining('a') });
    expect(uploaded).toMatchObject({ status: 201, text: expect.stringContaining('productionUrl') });
    expect(called).toMatchObject({ status: 200, text: expect.stringContaining(id) });
    expect([docs?.status, page?.status]).toEqual([200, 200]);
    // The protections of decoders that need a program of the image.
    await expect.poll(() => container.output).toMatch(/"active":\[[^\]]*"limits"/);
    expect(container.output).toMatch(/"active":\[[^\]]*"privileges"/);
  } finally {
    expect(await container.stop()).toBe(0);
  }
  const again = await start();
  try {
    const [stores] = again.send(KEY, { path: '/v2/stores' });
    expect(stores?.text).toContain('"name":"S"');
  } finally {
    expect(await again.stop()).toBe(0);
  }
  expect(readdirSync(data).filter((name) => !name.startsWith('vitrine.db'))).toEqual([]);
});

test('a volume of another user is refused with one line that says who may not write where', {
  ...verifies('container.limits'),
  timeout: TIMEOUT,
}, async () => {
  const foreign = join(folder, 'foreign');
  mkdirSync(foreign);
  const container = new Container(root, foreign, { VITRINE_ACCOUNT_KEY: KEY });
  await expect.poll(() => container.hasEnded, { timeout: 60_000 }).toBe(true);
  expect(container.output).toMatch(
    /^error: Can't use the database [^\n]*: user 10001 may not write to \/data, which belongs to user 0 \(mode 755\)\.[^\n]*\n$/,
  );
});

/** Returns a counter of `/proc/net/snmp`, where each protocol has a line of names and one of values. */
function counterOf(snmp: string, protocol: string, name: string): number {
  const [names = '', values = ''] = snmp.split('\n').filter((line) => line.startsWith(`${protocol}: `));
  return Number(values.split(' ')[names.split(' ').indexOf(name)]);
}
