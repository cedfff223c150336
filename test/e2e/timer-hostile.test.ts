import { expect, test } from 'vitest';
import { processorTime } from '../processor-time.ts';
import { verifies } from '../requirements.ts';
import { expectProblem, expectRefused, notFound } from './arrange.ts';
import type { Client } from './client.ts';
import { CONVERSATION, draftTimer, framePath, framePathIn } from './timer-arrange.ts';
import { onOneStorage } from './world.ts';

const JSON_TYPE = { 'content-type': 'application/json' };
const LONG = 'x'.repeat(1_000_000);

/** Every member of a design, with a valid value. */
const LEAVES: Readonly<Record<string, unknown>> = {
  width: 600,
  height: 150,
  scale: 1,
  'background.color': '#000000',
  'background.imageId': 1,
  'background.fit': 'cover',
  'background.transparent': true,
  'target.date': '2030-01-01',
  'target.timeZone': 'UTC',
  'layout.align': 'left',
  'layout.gap': 1,
  'layout.padding': 1,
  ...Object.fromEntries(
    ['days', 'hours', 'minutes', 'seconds'].flatMap((unit) => [
      [`units.${unit}.show`, true],
      [`units.${unit}.label`, 'x'],
      [`units.${unit}.x`, 1],
      [`units.${unit}.y`, 1],
    ]),
  ),
  'digits.fontId': 1,
  'digits.size': 30,
  'digits.color': '#000000',
  'digits.minDigits': 2,
  'digits.box.color': '#000000',
  'digits.box.radius': 1,
  'digits.box.padding': 1,
  'digits.box.border.color': '#000000',
  'digits.box.border.width': 1,
  'labels.show': true,
  'labels.fontId': 1,
  'labels.size': 10,
  'labels.color': '#000000',
  'labels.locale': 'en',
  'labels.position': 'below',
  'separator.show': true,
  'separator.text': ':',
  'separator.color': '#000000',
  'expired.behaviour': 'zeros',
  'expired.message': 'x',
  'expired.imageId': 1,
  frames: 1,
  loop: true,
  optimize: true,
  altText: 'x',
};
const GROUPS = [
  'background',
  'target',
  'layout',
  'units',
  'units.days',
  'digits',
  'digits.box',
  'digits.box.border',
  'labels',
  'separator',
  'expired',
];

const at = (path: string, value: unknown): unknown =>
  path.split('.').reduceRight<unknown>((inner, name) => ({ [name]: inner }), value);

function create(client: Client, design: unknown) {
  return client.post<{ errors: Record<string, string[]> }>('/v2/timer-frames', {
    conversationId: CONVERSATION,
    design,
  });
}

onOneStorage((arrange) => {
  test(
    'refuses members of a wrong type, size or form, all at their paths',
    verifies('timers.frames.update.nothing-stored'),
    async () => {
      const { a } = await arrange();
      const frame = await draftTimer(a);
      const bad = [
        true,
        1,
        -1,
        0.5,
        1e300,
        'NaN',
        'Infinity',
        '1',
        LONG.slice(0, 50_000),
        '\u0000',
        '\ud800',
        [],
        [[1]],
        {},
        { x: 1 },
      ];
      const isOfType = (value: unknown, path: string) => typeof value === typeof LEAVES[path];
      for (const value of bad) {
        const wrong = Object.keys(LEAVES).filter((path) => !isOfType(value, path));
        const json = { conversationId: CONVERSATION, changes: together(wrong, value) };
        const response = await a.patch<{ errors: Record<string, string[]> }>(framePath(frame), json);
        expectRefused(
          response,
          wrong.map((path) => `changes.${path}`),
        );
      }
      for (const path of GROUPS) {
        for (const value of [true, 0, 'x', [], [{}]])
          expectRefused(await create(a, at(path, value)), [`design.${path}`]);
      }
      for (const design of [true, 0, 'x', [], [{}]]) expectRefused(await create(a, design), ['design']);
      expect((await a.get(framePathIn(frame))).body).toMatchObject({ revision: 1, design: frame.design });
    },
  );

  test("refuses texts that can't be stored, and nearly valid colors and numbers", async () => {
    const { a } = await arrange();
    for (const [path, values] of Object.entries({
      'background.color': [
        '#ffff',
        '#12345',
        '#1234567',
        '#12345g',
        'red',
        ' #123456',
        '#123456\n',
        '＃123456',
      ],
      'units.days.label': ['\u0000', '\udfff', 'l'.repeat(41)],
      'separator.text': ['\u0000', 's'.repeat(9)],
      'expired.message': ['a\u0000b', 'm'.repeat(201)],
      altText: ['\ud800', LONG],
      'labels.locale': ['english', '__proto__', 'toString', LONG],
      'target.date': ['2030-13-01', '2030-01-01T00:00:00+24:00', '+012345-01-01', LONG],
      'target.timeZone': ['Europe', 'GMT+5', '../../etc/passwd', LONG],
      'digits.size': [7, 401, 72.5, 1e300],
      'digits.fontId': [0, -1, 1.5, 2 ** 31, 2 ** 53],
      'digits.minDigits': [0, 5],
      'digits.box.radius': [-1, 301],
      'units.days.x': [-1, 1201],
      'layout.gap': [-1, 401],
    })) {
      for (const value of values) expectRefused(await create(a, at(path, value)), [`design.${path}`]);
    }
  });

  test('refuses JSON that no design has', verifies('timers.frames.update.unknown'), async () => {
    const { a } = await arrange();
    const send = (design: string) =>
      a.send<{ errors: Record<string, string[]> }>('POST', '/v2/timer-frames', {
        raw: `{"conversationId":"c","design":${design}}`,
        headers: JSON_TYPE,
      });
    const hostile = await send(
      '{"__proto__":{"width":1},"constructor":{"prototype":{"polluted":1}},"digits":{"__proto__":{"size":1},"hasOwnProperty":1}}',
    );
    expectRefused(hostile, [
      'design.__proto__',
      'design.constructor',
      'design.digits.__proto__',
      'design.digits.hasOwnProperty',
    ]);
    expect(({} as { polluted?: number }).polluted).toBeUndefined();
    for (const number of ['1e999', '-1e999', '1e-999', '99999999999999999999'])
      expectRefused(await send(`{"width":${number}}`), ['design.width']);
    const deep = (levels: number) => `${'{"digits":'.repeat(levels)}1${'}'.repeat(levels)}`;
    expectRefused(await send(deep(900)), ['design.digits.digits']);
    // Too deep or too many members to be parsed.
    expectRefused(await send(deep(50_000)), ['']);
    const nested = (levels: number) => `{"units":${'['.repeat(levels)}${']'.repeat(levels)}}`;
    expectRefused(await send(nested(900)), ['design.units']);
    expectRefused(await send(nested(100_000)), ['']);
    const many = `{${Array.from({ length: 200_000 }, (_, index) => `"k${index}":1`).join(',')}}`;
    const before = processorTime();
    const response = await send(many);
    expect(response.status).toBe(400);
    expect(response.text.length).toBeLessThan(1_000_000);
    expect(processorTime() - before).toBeLessThan(10_000);
    expectRefused(await send(`{"${LONG}":1}`), [`design.${LONG}`]);
    expectRefused(await send(`{"frames":[${'1,'.repeat(40_000)}1]}`), ['design.frames']);
    // Too many values to be parsed.
    expectRefused(await send(`{"frames":[${'1,'.repeat(1_000_000)}1]}`), ['']);
  });

  test(
    'keeps the hundred drafts when more are refused',
    verifies('timers.frames.update.nothing-stored'),
    async () => {
      const { a } = await arrange();
      const oldest = await draftTimer(a, {
        width: 50,
        height: 20,
        frames: 1,
        labels: { show: false },
        digits: { size: 8 },
      });
      for (let draft = 1; draft < 100; draft++)
        await draftTimer(a, { width: 50, height: 20, frames: 1, digits: { size: 8 } });
      for (let refused = 0; refused < 5; refused++) {
        expectRefused(await create(a, { width: 1 }), ['design.width']);
        expectRefused(await create(a, { digits: { fontId: 999 } }), ['design.digits.fontId']);
      }
      expect((await a.get(framePathIn(oldest))).status).toBe(200);
      await draftTimer(a);
      expectProblem(await a.get(framePathIn(oldest)), ...notFound);
    },
  );

  test(
    'returns 404 for ids that no draft can have',
    verifies('timers.frames.conversation.wrong'),
    async () => {
      const { a } = await arrange();
      for (const timerFrameId of ['%00', '%F0%9F%92%A9', "'%20OR%201=1--", 'x'.repeat(8_000), '..%2f..']) {
        const frame = { timerFrameId, conversationId: CONVERSATION };
        expectProblem(await a.get(framePathIn(frame)), ...notFound);
        expectProblem(await a.delete(framePathIn(frame)), ...notFound);
        expectProblem(
          await a.patch(framePath(frame), { conversationId: CONVERSATION, changes: {} }),
          ...notFound,
        );
        expectProblem(
          await a.post(`${framePath(frame)}/save`, { conversationId: CONVERSATION }),
          ...notFound,
        );
      }
    },
  );
});

/** Returns one object with the value at all paths. */
function together(paths: readonly string[], value: unknown): object {
  const all: Record<string, unknown> = {};
  for (const path of paths) {
    const steps = path.split('.');
    const last = steps.pop() ?? '';
    let group = all;
    for (const step of steps) {
      group[step] ??= {};
      group = group[step] as Record<string, unknown>;
    }
    group[last] = value;
  }
  return all;
}
