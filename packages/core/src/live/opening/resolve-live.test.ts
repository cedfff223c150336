import { describe, expect, test } from 'vitest';
import { verifies } from '../../../../../test/requirements.ts';
import { changeLive } from '../changes/design-changes.ts';
import { compileLive } from '../design/compiled-design.ts';
import { readVariables } from '../values/variables.ts';
import { type ResolvedLive, resolveLive } from './resolve-live.ts';
import { sceneOfLive } from './scene-of-live.ts';

const AT = Date.parse('2026-11-21T12:00:00Z');
const RESOURCES = { fonts: { 1: { builtin: 1 } }, pictures: { 5: 'five', 6: 'six' } };

async function open(
  design: object,
  values: Record<string, string> = {},
  at = AT,
  rule: string | null = null,
) {
  const { changed, issues } = changeLive(null, design, 'design', AT);
  if (changed === null) throw new Error(JSON.stringify(issues));
  const { compiled } = await compileLive(changed);
  const variables = readVariables(changed.design, new Map(Object.entries(values)));
  const opening = { variables, sources: new Map(), at, client: 'gmail' as const, rule };
  const resolved: ResolvedLive = resolveLive(compiled, opening);
  const load = () => Promise.reject(new Error('not drawn'));
  const scene = sceneOfLive(resolved, { compiled, resources: RESOURCES, opening, load });
  return { resolved, scene };
}

const RULES = {
  variables: { level: {}, name: {} },
  layers: {
    title: { type: 'text', text: 'Hi {{ name }}' },
    photo: { type: 'image', imageId: 5 },
  },
  link: 'https://shop.example/all',
  rules: {
    z: {
      order: 2,
      when: [{ field: 'level', op: 'gte', value: 1 }],
      link: 'https://shop.example/{{ level }}',
    },
    gold: {
      order: 1,
      when: [{ field: 'level', op: 'gte', value: 3 }, { client: ['gmail'] }],
      layers: { title: { text: 'Gold', x: 7 }, photo: false },
    },
    picture: { order: 3, when: [{ field: 'name', op: 'eq', value: 'x' }], imageId: 6 },
  },
};

describe('what a live image shows', () => {
  test(
    'the first rule that matches changes layers, picture and link',
    verifies('live.rules.first'),
    async () => {
      const gold = await open(RULES, { level: '3', name: 'x' });
      expect(gold.resolved).toMatchObject({ effective: { rule: 'gold' }, link: 'https://shop.example/all' });
      expect(gold.scene.layers).toMatchObject([{ name: 'title', text: 'Gold', x: 7 }]);
      const first = await open(RULES, { level: '1', name: 'x' });
      expect(first.resolved).toMatchObject({ effective: { rule: 'z' }, link: 'https://shop.example/1' });
      expect(first.scene.layers.map(({ name }) => name)).toEqual(['title', 'photo']);
      const picture = await open(RULES, { name: 'x' });
      expect(picture.scene).toMatchObject({ background: { picture: 'six' }, layers: [] });
      expect((await open(RULES, {})).resolved.effective.rule).toBeNull();
    },
  );

  test(
    'a chosen rule is applied in place of the one that matches',
    verifies('live.rules.chosen'),
    async () => {
      const gold = await open(RULES, { level: '1', name: 'Jana' }, AT, 'gold');
      expect(gold.resolved).toMatchObject({ effective: { rule: 'gold' }, link: 'https://shop.example/all' });
      expect(gold.scene.layers).toMatchObject([{ name: 'title', text: 'Gold', x: 7 }]);
      const unknown = await open(RULES, { level: '1' }, AT, 'golden');
      expect(unknown.resolved.effective.rule).toBe('z');
    },
  );

  test.each([
    ['', false],
    ['0', false],
    ['false', false],
    [' 0 ', false],
    ['1', true],
    ['no', true],
  ])('a layer whose show is %j is shown: %s', async (name, isShown) => {
    const layers = { badge: { type: 'shape', show: '{{ name }}' } };
    expect((await open({ variables: { name: {} }, layers }, { name })).scene.layers).toHaveLength(
      isShown ? 1 : 0,
    );
  });

  test('layers are drawn by their order, and only static ones are marked', async () => {
    const { scene } = await open(
      {
        variables: { name: {} },
        layers: {
          b: { type: 'shape', order: 2 },
          a: { type: 'shape', order: 2 },
          low: { type: 'text', order: 1, text: 'Hi {{ name }}' },
          high: { type: 'text', order: 3, text: 'Hi' },
          over: { type: 'shape', order: 4 },
          photo: { type: 'image', order: 5, url: '{{ name }}', imageId: 5 },
        },
        rules: { r: { when: [{ field: 'name', op: 'empty' }], layers: { over: { x: 1 } } } },
      },
      { name: 'Jana' },
    );
    expect(scene.layers.map(({ name, isStatic }) => [name, isStatic])).toEqual([
      ['low', false],
      ['a', true],
      ['b', true],
      ['high', true],
      ['over', false],
      ['photo', false],
    ]);
  });

  test('equal values have equal scenes, whatever else the query has', async () => {
    const key = async (values: Record<string, string>) => (await open(RULES, values)).scene.key;
    expect(await key({ name: 'Jana', utm_source: 'x' })).toBe(await key({ name: 'Jana' }));
    expect(await key({ name: '{{name}}' })).toBe(await key({}));
    expect(await key({ name: 'Jana' })).not.toBe(await key({ name: 'Tom' }));
  });

  test.each([
    ['2026-11-22T12:00:00+01:00', null, 82_800],
    ['2026-11-22', null, 43_200],
    ['1763812800', null, 0],
    [String((AT + 60_000) / 1_000), null, 60],
    ['soon', null, 0],
    ['', 'PT48H', 172_800],
    ['{{until}}', 'PT48H', 172_800],
  ])('a timer counts to the value %j, and from %s without one', async (until, missing, secondsLeft) => {
    const target = { kind: 'value', value: '{{ until }}', missing };
    const design = { variables: { until: {} }, layers: { timer: { type: 'timer', design: { target } } } };
    const { scene } = await open(design, { until });
    expect(scene.layers).toMatchObject([{ type: 'timer', countdown: { secondsLeft } }]);
  });

  test('an evergreen timer counts from the variable start', async () => {
    const layers = { timer: { type: 'timer', design: { target: { kind: 'evergreen', duration: 'PT1H' } } } };
    const start = new Date(AT - 600_000).toISOString();
    expect((await open({ variables: { start: {} }, layers }, { start })).scene.layers).toMatchObject([
      { countdown: { secondsLeft: 3_000 } },
    ]);
    expect((await open({ layers }, { start })).scene.layers).toMatchObject([
      { countdown: { secondsLeft: 3_600 } },
    ]);
  });

  test('a value that a filter refuses is left out with a warning', async () => {
    const layers = { title: { type: 'text', text: '{{ 5 | money: name }}' } };
    const { resolved, scene } = await open({ variables: { name: {} }, layers }, { name: 'EURO' });
    expect(scene.layers).toEqual([]);
    expect(resolved.warnings).toEqual([
      expect.stringMatching(/^design\.layers\.title\.text: It can't be rendered/),
    ]);
  });

  test.each([
    'javascript:alert(1)',
    'ftp://x.example/a.png',
    '//x.example/a.png',
    'a.png',
    'file:///etc/passwd',
    '',
  ])('a photo at %j falls back to the picture of its layer', async (url) => {
    const layers = { photo: { type: 'image', url: '{{ url }}', imageId: 5 } };
    const { resolved, scene } = await open({ variables: { url: {} }, layers }, { url });
    expect(resolved.layers[0]?.url).toBeNull();
    expect(scene.layers).toMatchObject([{ type: 'image', picture: 'five' }]);
  });
});
