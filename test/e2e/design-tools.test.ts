import { accountPrincipal, createVitrine, memoryStorage, type Principal, type Vitrine } from '@vitrine/core';
import { type RunningServer, startServer } from '@vitrine/http';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { verifies } from '../requirements.ts';
import { sharedMedia } from '../shared-media.ts';
import { connectTools, type Era, eras, type ToolClient, type ToolResult } from './tool-client.ts';
import { rawRequest } from './tool-world.ts';

const PATH = '/design_mcp';
const TOOLS = [
  ...['timer_create', 'timer_change', 'timer_look', 'timer_save'],
  ...['live_create', 'live_change', 'live_look', 'live_resolve', 'live_save'],
  ...['font_list', 'picture_list', 'preset_list'],
];

let vitrine: Vitrine;
let server: RunningServer;
const clients: ToolClient[] = [];

beforeAll(async () => {
  vitrine = await createVitrine({
    storage: memoryStorage(),
    media: sharedMedia(),
    baseUrl: () => server.url,
  });
  server = await startServer({ vitrine, port: 0, work: false });
});

afterAll(async () => {
  await Promise.all(clients.map((client) => client.close()));
  await server.stop();
});

interface Designer {
  readonly principal: Principal;
  readonly key: string;
  readonly client: ToolClient;
  /** Calls a tool. Fails if the call failed. */
  call(tool: string, args: object): Promise<Shown>;
  /** Calls a tool and returns the text of its error. */
  refused(tool: string, args: object): Promise<string>;
  /** Sends a request by HTTP. */
  send(method: string, path: string, body?: object): Promise<{ status: number; body: Row }>;
}

type Row = Record<string, unknown>;
interface Shown extends ToolResult {
  readonly structured: Readonly<Record<string, unknown>>;
}

async function arrange(era: Era = 'newest'): Promise<Designer> {
  const principal = accountPrincipal((await vitrine.accounts.create('Designer')).id);
  const { key } = await vitrine.apiKeys.create(principal, { name: 'designer' });
  const client = await connectTools(era, server.url, key, PATH);
  clients.push(client);
  return {
    ...{ principal, key, client },
    async call(tool, args) {
      const result = await client.call(tool, { ...args });
      expect(result.isError, `${tool}: ${result.text}`).toBe(false);
      expect(JSON.parse(result.text)).toEqual(result.structured);
      return { ...result, structured: result.structured ?? {} };
    },
    async refused(tool, args) {
      const result = await client.call(tool, { ...args });
      expect(result.isError, result.text).toBe(true);
      return result.text;
    },
    async send(method, path, body) {
      const response = await fetch(`${server.url}${path}`, {
        method,
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        body: body === undefined ? null : JSON.stringify(body),
      });
      return { status: response.status, body: (await response.json()) as Row };
    },
  };
}

/** Decodes the picture of a result: its format, size and pixels. */
async function pictureOf({ picture }: ToolResult) {
  expect(picture).toBeDefined();
  const image = sharp(picture?.bytes);
  const { format, width, height } = await image.metadata();
  expect(picture?.mimeType).toBe(`image/${format}`);
  const pixels = await image.removeAlpha().raw().toBuffer();
  return { format, width, height, pixels, first: `#${pixels.subarray(0, 3).toString('hex')}` };
}

test.each(eras)(
  'serves its tools to the official client of the %s era',
  verifies('design-tools.endpoint'),
  async (era) => {
    const { client } = await arrange(era);
    expect(client.instructions).toContain('timer_create');
    const tools = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual(TOOLS);
    for (const { name, title, description, inputSchema, outputSchema, annotations } of tools) {
      const reads = /_(?:look|resolve|list)$/.test(name);
      expect(annotations).toMatchObject({ readOnlyHint: reads, destructiveHint: name.endsWith('_save') });
      expect(title).toBeTruthy();
      expect(inputSchema).toMatchObject({ type: 'object', additionalProperties: false });
      expect(outputSchema).toMatchObject({ type: 'object' });
      const [, example = ''] = /^Example: (\{.*\})\.$/m.exec(description ?? '') ?? [];
      const { properties = {}, required = [] } = inputSchema as { properties?: object; required?: string[] };
      const given = Object.keys(JSON.parse(example) as object);
      expect(Object.keys(properties)).toEqual(expect.arrayContaining(given));
      expect(given).toEqual(expect.arrayContaining(required));
    }
  },
);

describe('keys', () => {
  test(
    'without a valid key it is 401; with a store key or a read-only key 403',
    verifies('design-tools.keys'),
    async () => {
      const { principal, key } = await arrange();
      const { id: storeId } = await vitrine.stores.create(principal, {
        name: 'Products',
        properties: [{ name: 'sku', type: 'string' }],
      });
      const made = async (more: object) =>
        (await vitrine.apiKeys.create(principal, { name: 'other', ...more })).key;
      const statusOf = async (given: string | null, more: Record<string, string> = {}) => {
        const { headers, body } = rawRequest('newest', given, 'tools/list', {});
        const init = { method: 'POST', headers: { ...headers, ...more }, body };
        return (await fetch(`${server.url}${PATH}`, init)).status;
      };
      expect(await statusOf(key)).toBe(200);
      for (const given of [null, 'account-unknown', `${key}x`]) expect(await statusOf(given)).toBe(401);
      for (const more of [{ storeId }, { storeId, readOnly: true }, { readOnly: true }]) {
        expect(await statusOf(await made(more)), JSON.stringify(more)).toBe(403);
      }
      expect(await statusOf(key, { origin: 'https://evil.example' })).toBe(403);
      for (const method of ['GET', 'DELETE']) {
        const headers = { authorization: `Bearer ${key}` };
        expect((await fetch(`${server.url}${PATH}`, { method, headers })).status).toBe(405);
      }
    },
  );

  test('the store tools write nothing with any key', verifies('design-tools.store-tools'), async () => {
    const { key } = await arrange();
    const client = await connectTools('newest', server.url, key);
    clients.push(client);
    for (const { annotations } of await client.listTools()) {
      expect(annotations).toMatchObject({ readOnlyHint: true });
    }
    for (const tool of TOOLS) await expect(client.call(tool, {})).rejects.toThrow('Unknown tool');
  });
});

describe('timers', () => {
  test(
    'a draft is made, changed, looked at and saved, with its picture each time',
    verifies('design-tools.pictures', 'design-tools.look', 'design-tools.endpoint'),
    async () => {
      const { call, send } = await arrange();
      const design = {
        preset: 'paper',
        target: { kind: 'date', date: '2031-01-01', timeZone: 'Europe/Vienna' },
        expired: { behaviour: 'message', message: 'Over' },
      };
      const created = await call('timer_create', { name: 'Sale', design });
      const { timerFrameId } = created.structured;
      expect(created.structured).toMatchObject({ name: 'Sale', revision: 1, status: 'draft', warnings: [] });
      expect(await pictureOf(created)).toMatchObject({
        format: 'png',
        width: 600,
        height: 150,
        first: '#ffffff',
      });

      const changes = JSON.stringify({ background: { color: '#204060' }, height: 200 });
      const changed = await call('timer_change', { timerFrameId, changes, revision: 1 });
      expect(changed.structured).toMatchObject({ revision: 2 });
      expect(await pictureOf(changed)).toMatchObject({ height: 200, first: '#204060' });

      const look = async (args: object) => call('timer_look', { timerFrameId, ...args });
      const now = await look({});
      expect(now.structured).toMatchObject({
        revision: 2,
        design: { preset: 'paper', height: 200, background: { color: '#204060' } },
      });
      expect(now.text).not.toContain('null');
      const last = await pictureOf(await look({ at: '2030-12-31T23:59:50' }));
      const over = await pictureOf(await look({ at: '2031-01-01T00:00:00' }));
      const same = await pictureOf(await look({ at: '2030-12-31T22:59:50Z' }));
      expect(same.pixels.equals(last.pixels)).toBe(true);
      expect(over.pixels.equals(last.pixels)).toBe(false);

      const saved = await call('timer_save', { timerFrameId, name: 'Winter sale' });
      expect(saved.structured).toMatchObject({ name: 'Winter sale', targetDate: '2030-12-31T23:00:00.000Z' });
      expect((await call('timer_save', { timerFrameId })).structured).toEqual(saved.structured);
      const opened = await fetch(String(saved.structured.productionUrl));
      expect([opened.status, opened.headers.get('content-type')]).toEqual([200, 'image/gif']);
      expect((await send('GET', `/v2/timers/${saved.structured.timerId}`)).body).toMatchObject({
        name: 'Winter sale',
        height: 200,
      });
    },
  );

  test(
    'the draft is the one of HTTP, in a conversation that both name',
    verifies('design-tools.drafts'),
    async () => {
      const { call, send, refused } = await arrange();
      const made = { conversationId: 'chat-7', design: { frames: 1 } };
      const { timerFrameId } = (await call('timer_create', made)).structured;
      const path = `/v2/timer-frames/${timerFrameId}`;
      expect((await send('GET', `${path}?conversationId=chat-7`)).body).toMatchObject({ revision: 1 });
      const { body } = await send('PATCH', path, { conversationId: 'chat-7', changes: { width: 300 } });
      expect(body).toMatchObject({ revision: 2 });
      const seen = await call('timer_look', { timerFrameId });
      expect(seen.structured).toMatchObject({ revision: 2, design: { width: 300 } });
      expect(await pictureOf(seen)).toMatchObject({ width: 300 });
      expect(await refused('timer_change', { timerFrameId, changes: { width: 400 }, revision: 1 })).toContain(
        'The draft is at revision 2 now',
      );
      expect(await refused('timer_look', { timerFrameId, conversationId: 'chat-8' })).toContain(
        'timerFrameId: No draft',
      );
      const own = await send('POST', '/v2/timer-frames', { conversationId: 'chat-9', name: 'By hand' });
      const found = await call('timer_look', { timerFrameId: own.body.timerFrameId });
      expect(found.structured).toMatchObject({ name: 'By hand', conversationId: 'chat-9' });
    },
  );

  test(
    'a draft of a saved timer changes it under its URL, or copies it',
    verifies('design-tools.saved'),
    async () => {
      const { call, refused } = await arrange();
      const save = async (structured: Readonly<Record<string, unknown>>, more = {}) =>
        (await call('timer_save', { timerFrameId: structured.timerFrameId, ...more })).structured;
      const first = await save(
        (await call('timer_create', { name: 'One', design: { frames: 1 } })).structured,
      );
      const { timerId, productionUrl } = first;
      const again = await call('timer_create', { timerId, design: { width: 400 } });
      expect(again.structured).toMatchObject({ timerId, name: 'One', design: { width: 400, frames: 1 } });
      expect(await save(again.structured)).toMatchObject({ timerId, productionUrl });
      const copied = await save((await call('timer_create', { timerId: String(timerId) })).structured, {
        as: 'copy',
        name: 'Two',
      });
      expect(copied.timerId).not.toBe(timerId);
      expect(copied).toMatchObject({ name: 'Two' });
      const list = await call('picture_list', { type: 'timer' });
      expect(list.structured.pictures).toMatchObject([{ name: 'Two' }, { name: 'One', width: 400 }]);
      expect(await refused('timer_create', { timerId, design: { widht: 1 } })).toContain('design.widht');
      expect(await refused('timer_create', { timerId: 4_711 })).toContain(
        'timerId: Nothing is saved as "4711"',
      );
    },
  );

  test(
    'a look takes the values of the URL, for a send time and for a date of a record',
    verifies('design-tools.look'),
    async () => {
      const { call, principal, refused } = await arrange();
      const lookAt = async (target: object, more: object) => {
        const design = { preset: 'paper', frames: 1, target };
        const { timerFrameId } = (await call('timer_create', { design })).structured;
        const at = '2030-01-01T00:00:00Z';
        const shown = await pictureOf(await call('timer_look', { timerFrameId, at, ...more }));
        return { timerFrameId, hash: shown.pixels.toString('base64') };
      };
      const date = (end: string) => ({ kind: 'date', date: end });
      const { hash: hour } = await lookAt(date('2030-01-01T01:00:00Z'), {});
      const evergreen = { kind: 'evergreen', duration: 'PT2H' };
      expect((await lookAt(evergreen, { variables: { start: '2029-12-31T23:00:00Z' } })).hash).toBe(hour);
      const until = { variables: { until: '2030-01-01T01:00:00Z' } };
      expect((await lookAt({ kind: 'value' }, until)).hash).toBe(hour);
      const { id: storeId } = await vitrine.stores.create(principal, {
        name: 'Offers',
        properties: [
          { name: 'sku', type: 'string', unique: true },
          { name: 'ends', type: 'datetime' },
        ],
      });
      await vitrine.records.add(principal, storeId, { sku: '7', ends: '2030-01-01T01:00:00Z' });
      const record = { kind: 'record', storeId, key: { sku: '{{ sku }}' }, property: 'ends' };
      const known = await lookAt(record, { variables: { sku: 7 } });
      expect(known.hash).toBe(hour);
      expect((await lookAt(record, { variables: '{"sku": "8"}' })).hash).not.toBe(hour);
      const { timerFrameId } = known;
      expect(await refused('timer_look', { timerFrameId, at: 'noon' })).toContain('at: Expected a date-time');
      expect(await refused('timer_look', { timerFrameId, variables: 'sku' })).toContain(
        'variables: Expected',
      );
    },
  );
});

const GREETING = {
  width: 400,
  height: 100,
  variables: { first_name: { default: 'friend', sample: 'Jana' } },
  layers: {
    title: { type: 'text', x: 20, y: 20, width: 360, height: 60, text: 'Hi {{ first_name }}' },
  },
  rules: {
    vip: {
      when: [{ field: 'first_name', op: 'eq', value: 'Ada' }],
      layers: { title: { text: 'Dear {{ first_name }}' } },
    },
  },
  link: 'https://shop.example/hello?name={{ first_name }}',
};

describe('live images', () => {
  test(
    'a draft is made, changed, looked at, explained and saved, with its picture each time',
    verifies('design-tools.pictures', 'design-tools.look', 'design-tools.resolve'),
    async () => {
      const { call, send } = await arrange();
      const created = await call('live_create', { name: 'Hello', design: JSON.stringify(GREETING) });
      const { draftId, conversationId } = created.structured;
      expect(created.structured).toMatchObject({ name: 'Hello', revision: 1, variables: ['first_name'] });
      expect(await pictureOf(created)).toMatchObject({ width: 400, height: 100, first: '#ffffff' });
      const path = `/v2/live-image-drafts/${draftId}`;
      await send('PATCH', path, { conversationId, changes: { background: { color: '#102030' } } });
      const changed = await call('live_change', {
        draftId,
        changes: { layers: { title: { color: '#ffffff' }, dot: { type: 'shape', shape: 'ellipse' } } },
      });
      expect(changed.structured).toMatchObject({ revision: 3 });
      const after = await call('live_change', { draftId, changes: { layers: { dot: null } } });
      const shown = await pictureOf(after);
      expect(shown.first).toBe('#102030');

      const look = async (args: object) => call('live_look', { draftId, ...args });
      const samples = await look({});
      expect(samples.structured.design).toMatchObject({
        background: { color: '#102030' },
        layers: { title: {} },
      });
      expect((await pictureOf(samples)).pixels.equals(shown.pixels)).toBe(true);
      const ada = await pictureOf(await look({ variables: { first_name: 'Ada' } }));
      expect(ada.pixels.equals(shown.pixels)).toBe(false);

      const why = await call('live_resolve', { draftId, variables: { first_name: 'Ada' } });
      expect(why.structured).toMatchObject({
        rule: 'vip',
        values: { first_name: { value: 'Ada', from: 'url' } },
        texts: { title: 'Dear Ada' },
        link: 'https://shop.example/hello?name=Ada',
      });
      const missing = await call('live_resolve', { draftId, variables: {} });
      expect(missing.structured).toMatchObject({ texts: { title: 'Hi friend' } });
      expect(missing.structured).not.toHaveProperty('rule');

      const saved = await call('live_save', { draftId, mergeTags: 'mailchimp' });
      expect(saved.structured.html).toContain('first_name=*|FIRST_NAME|*');
      const opened = await fetch(`${saved.structured.productionUrl}?first_name=Ada`);
      const file = await sharp(await opened.arrayBuffer())
        .removeAlpha()
        .raw()
        .toBuffer();
      expect(file.equals(ada.pixels)).toBe(true);
      const again = await call('live_create', { liveImageId: saved.structured.liveImageId });
      expect(again.structured).toMatchObject({ name: 'Hello', design: { width: 400 } });
      expect((await call('live_save', { draftId: again.structured.draftId })).structured).toMatchObject({
        liveImageId: saved.structured.liveImageId,
        productionUrl: saved.structured.productionUrl,
      });
    },
  );

  test(
    'a live image with a timer is seen by its first frame, also as GIF',
    verifies('design-tools.pictures'),
    async () => {
      const { call } = await arrange();
      const clock = { type: 'timer', x: 20, y: 10, width: 300, height: 80, design: { preset: 'paper' } };
      const created = await call('live_create', { design: { ...GREETING, layers: { clock }, rules: {} } });
      expect(await pictureOf(created)).toMatchObject({ format: 'png', width: 400, height: 100 });
      const { draftId } = created.structured;
      const gif = await call('live_change', { draftId, changes: { format: 'gif', layers: { clock: null } } });
      expect(await pictureOf(gif)).toMatchObject({ format: 'png', width: 400 });
    },
  );
});

test('lists fonts, presets and pictures', verifies('design-tools.lists'), async () => {
  const { call, principal } = await arrange();
  const { fonts } = (await call('font_list', {})).structured as { fonts: Row[] };
  expect(fonts).toContainEqual({ fontId: 2, name: 'Inter Bold' });
  const looks = await call('preset_list', {});
  const { presets } = looks.structured as { presets: Row[] };
  expect(await pictureOf(looks)).toMatchObject({ format: 'png', width: 630, first: '#ffffff' });
  expect(presets.map(({ name }) => name)).toContain('flip-dark');
  const bytes = await sharp({ create: { width: 30, height: 20, channels: 3, background: '#c00' } })
    .png()
    .toBuffer();
  const ids: number[] = [];
  for (const name of ['Logo', 'Photo', 'old logo']) {
    ids.push(
      (await vitrine.images.add(principal, { file: { bytes, name: `${name}.png` } as never, name })).id,
    );
  }
  const list = async (args: object) => (await call('picture_list', args)).structured;
  expect(await list({ q: 'LOGO' })).toMatchObject({
    pictures: [
      { imageId: ids[2], name: 'old logo', width: 30, height: 20, url: expect.stringContaining('/i/') },
      { imageId: ids[0], name: 'Logo' },
    ],
    truncated: false,
  });
  const page = await list({ limit: 2 });
  expect(page).toMatchObject({ truncated: true });
  expect(await list({ limit: '2', cursor: page.cursor })).toMatchObject({
    pictures: [{ imageId: ids[0] }],
    truncated: false,
  });
  const photo = { type: 'image', imageId: ids[0], width: 400, height: 100, fit: 'fill' };
  const shown = await pictureOf(
    await call('live_create', { design: { ...GREETING, layers: { photo }, rules: {} } }),
  );
  expect(shown.pixels.subarray(0, 3)[0]).toBeGreaterThan(190);
});

test(
  'mistakes are tool errors that say what would work, and change nothing',
  verifies('design-tools.mistakes'),
  async () => {
    const { call, refused, principal } = await arrange();
    const { timerFrameId } = (await call('timer_create', { design: { frames: 1 } })).structured;
    const { draftId } = (await call('live_create', { design: GREETING })).structured;
    const before = [await vitrine.timerFrames.list(principal), await vitrine.liveImageDrafts.list(principal)];
    for (const [tool, args, text] of [
      ['timer_create', { design: { preset: 'card' } }, 'design.preset: Expected one of midnight'],
      ['timer_create', { design: { digits: { colour: '#fff' } } }, 'Did you mean color?'],
      ['timer_create', { design: [] }, 'design: Expected a JSON object.'],
      ['timer_create', { colour: 'red' }, 'colour: Unknown'],
      ['timer_create', { conversationId: '../x' }, 'conversationId: Expected 1 to 128'],
      ['timer_change', { timerFrameId }, 'changes: Expected a JSON object.'],
      [
        'timer_change',
        { timerFrameId, changes: { width: 'wide' } },
        'changes.width: Expected a whole number',
      ],
      ['timer_change', { changes: {} }, 'timerFrameId: Expected the timerFrameId of timer_create.'],
      ['timer_change', { timerFrameId: draftId, changes: {} }, 'timerFrameId: No draft'],
      ['timer_save', { timerFrameId: 'tf_unknown' }, 'timerFrameId: No draft "tf_unknown"'],
      ['timer_save', { timerFrameId, as: 'new' }, 'as: Expected "copy".'],
      ['live_create', { design: { layers: { title: { text: 'x' } } } }, 'design.layers.title.type'],
      ['live_create', { design: { ...GREETING, variables: {} } }, 'Neither a variable nor a source'],
      ['live_create', { liveImageId: 'x' }, 'liveImageId: Nothing is saved as "x"'],
      ['live_change', { draftId, changes: { layers: { titel: { size: 9 } } } }, 'changes.layers.titel'],
      ['live_look', { draftId, client: 'lotus' }, 'client: Expected one of'],
      ['live_look', { draftId, at: 'soon' }, 'at: Expected a date-time'],
      ['live_resolve', { draftId: timerFrameId }, 'draftId: No draft'],
      ['live_save', { draftId, mergeTags: 'pigeon' }, 'mergeTags: Expected one of'],
      ['picture_list', { type: 'photo' }, 'type: Expected one of static, timer, live.'],
    ] as const) {
      expect(await refused(tool, args), `${tool} ${JSON.stringify(args)}`).toContain(text);
    }
    expect([
      await vitrine.timerFrames.list(principal),
      await vitrine.liveImageDrafts.list(principal),
    ]).toEqual(before);
    expect((await vitrine.images.list(principal)).items).toEqual([]);
  },
);

test('reaches nothing of another account', verifies('design-tools.isolation'), async () => {
  const [one, other] = [await arrange(), await arrange()];
  const made = { conversationId: 'chat', design: { frames: 1 } };
  const { timerFrameId } = (await one.call('timer_create', made)).structured;
  const { timerId } = (await one.call('timer_save', { timerFrameId })).structured;
  const { draftId } = (await one.call('live_create', { conversationId: 'chat', design: GREETING }))
    .structured;
  const { liveImageId } = (await one.call('live_save', { draftId })).structured;
  for (const [tool, args] of [
    ['timer_look', { timerFrameId }],
    ['timer_look', { timerFrameId, conversationId: 'chat' }],
    ['timer_change', { timerFrameId, changes: {}, conversationId: 'chat' }],
    ['timer_save', { timerFrameId, conversationId: 'chat' }],
    ['timer_create', { timerId }],
    ['live_look', { draftId, conversationId: 'chat' }],
    ['live_resolve', { draftId }],
    ['live_save', { draftId, conversationId: 'chat' }],
    ['live_create', { liveImageId }],
    ['live_create', { design: { background: { imageId: timerId } } }],
  ] as const) {
    expect(await other.refused(tool, args), tool).not.toBe('');
  }
  for (const type of ['static', 'timer', 'live']) {
    expect((await other.call('picture_list', { type })).structured).toEqual({
      pictures: [],
      truncated: false,
    });
  }
});
