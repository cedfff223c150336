import { describe, expect, test } from 'vitest';
import { processorTime } from '../../../../../test/processor-time.ts';
import { verifies } from '../../../../../test/requirements.ts';
import { DEFAULT_LIVE_DESIGN } from '../../contracts/live/live-design.ts';
import type { TargetedLive } from '../design/stored-design.ts';
import { changeLive } from './design-changes.ts';

const NOW = Date.parse('2026-11-21T12:00:00Z');

function changed(before: TargetedLive | null, changes: unknown): TargetedLive {
  const result = changeLive(before, changes, 'changes', NOW);
  if (result.changed === null) throw new Error(JSON.stringify(result.issues));
  return result.changed;
}

function issuesOf(before: TargetedLive | null, changes: unknown): Record<string, string> {
  const { changed: found, issues } = changeLive(before, changes, before === null ? 'design' : 'changes', NOW);
  expect(found).toBeNull();
  return Object.fromEntries(issues.map(({ path, message }) => [path, message]));
}

const START = {
  variables: { sku: { sample: 'A-1' } },
  sources: { product: { kind: 'record', storeId: 'abc', key: { sku: '{{ sku }}', other: 'x' } } },
  layers: {
    title: { type: 'text', text: 'Hi' },
    badge: { type: 'shape', border: { width: 3 } },
    timer: {
      type: 'timer',
      design: { preset: 'cards', target: { kind: 'value', value: '{{ product.ends }}' } },
    },
  },
  rules: {
    out: {
      when: [{ field: 'sku', op: 'empty' }],
      layers: { title: { text: 'gone', size: 9 }, timer: false },
    },
  },
};

describe('the design of a live image', () => {
  test('has defaults for all members', verifies('live.design.whole'), () => {
    expect(changed(null, undefined).design).toEqual(DEFAULT_LIVE_DESIGN);
    expect(changed(null, null).design).toEqual(DEFAULT_LIVE_DESIGN);
    const { design } = changed(null, START);
    expect(design.variables).toEqual({ sku: { default: null, sample: 'A-1', maxLength: 500 } });
    expect(design.layers.badge).toMatchObject({
      shape: 'rect',
      border: { color: '#ffffff', width: 3 },
      shadow: null,
    });
    expect(Object.values(design.layers).map(({ order }) => order)).toEqual([1, 2, 3]);
    expect(design.rules.out).toMatchObject({ order: 1, imageId: null, link: null });
  });

  test('is changed by merge patches', verifies('live.design.patch'), () => {
    const before = changed(null, START);
    const { design } = changed(before, {
      width: 300,
      background: { gradient: { angle: 90 } },
      variables: { name: {} },
      sources: { product: { key: { other: null } } },
      layers: { title: { size: 30 }, badge: { border: null, order: 9 }, top: { type: 'shape' } },
      rules: { out: { layers: { title: { text: null }, timer: null } } },
    });
    expect(design).toMatchObject({
      width: 300,
      height: 200,
      background: { gradient: { angle: 90, color: '#3b1d72' } },
    });
    expect(Object.keys(design.variables)).toEqual(['sku', 'name']);
    expect(design.sources.product).toMatchObject({ key: { sku: '{{ sku }}' } });
    expect(design.sources.product).not.toHaveProperty('key.other');
    expect(design.layers).toMatchObject({
      title: { text: 'Hi', size: 30 },
      badge: { border: null },
      top: { order: 10 },
    });
    expect(design.rules.out?.layers).toEqual({ title: { size: 9 } });

    const reset = changed(changed(before, { width: 300 }), {
      width: null,
      height: '',
      layers: { badge: null },
      rules: null,
    });
    expect(reset.design).toMatchObject({ width: 600, height: 200, rules: {} });
    expect(Object.keys(reset.design.layers)).toEqual(['title', 'timer']);
    expect(changed(before, {})).toEqual(before);
  });

  test('a part of another kind begins anew, at its place', verifies('live.design.patch'), () => {
    const { design } = changed(changed(null, START), {
      layers: { title: { type: 'image', url: '{{ product.photo }}' } },
      sources: { product: { kind: 'query', storeId: 'def' } },
      rules: null,
    });
    expect(design.layers.title).toMatchObject({ type: 'image', order: 1, width: 200, imageId: null });
    expect(design.layers.title).not.toHaveProperty('text');
    expect(design.sources.product).toEqual({
      ...{ kind: 'query', storeId: 'def', filters: [], match: 'all', sortBy: null, sortDir: 'asc' },
    });
  });

  test('the labels of timers follow its locale', verifies('live.design.timer'), () => {
    const localeOf = ({ design: { layers } }: TargetedLive, name = 'timer') =>
      layers[name]?.type === 'timer' ? layers[name].design.labels.locale : null;
    const labels = (locale: string | null) => ({ type: 'timer', design: { labels: { locale } } });
    const german = changed(null, { ...START, locale: 'de-AT' });
    expect([localeOf(changed(null, START)), localeOf(german)]).toEqual(['en', 'de']);
    expect(localeOf(changed(german, { locale: 'pt-BR' }))).toBe('pt');
    expect(localeOf(changed(german, { locale: 'mt' }))).toBe('en');
    const chosen = changed(german, {
      layers: { timer: labels('en'), own: labels('fr'), later: { type: 'timer' } },
    });
    expect(['timer', 'own', 'later'].map((name) => localeOf(chosen, name))).toEqual(['en', 'fr', 'de']);
    const italian = changed(chosen, { locale: 'it', width: 300 });
    expect(['timer', 'own', 'later'].map((name) => localeOf(italian, name))).toEqual(['en', 'fr', 'it']);
    expect(localeOf(changed(italian, { layers: { own: labels(null) } }), 'own')).toBe('it');
    expect(localeOf(changed(italian, { layers: { timer: labels(null) } }))).toBe('it');
    expect(localeOf(changed(italian, { layers: { timer: labels('') } }))).toBe('it');
    expect(localeOf(changed(italian, { layers: { timer: { design: null } } }))).toBe('it');
  });

  test('a timer layer has the design of a timer', verifies('live.design.timer'), () => {
    const before = changed(null, START);
    const layer = before.design.layers.timer;
    if (layer?.type !== 'timer') throw new Error('There is no timer.');
    expect(layer.design).toMatchObject({
      ...{ preset: 'cards', background: { transparent: true }, digits: { box: { radius: 12 } } },
      target: { kind: 'value', value: '{{ product.ends }}', missing: null },
    });
    expect(before.targets).toEqual({});
    const dated = changed(before, {
      layers: {
        timer: {
          design: {
            digits: { size: 20 },
            target: { kind: 'date', date: '2026-12-01', timeZone: 'Europe/Vienna' },
          },
        },
      },
    });
    expect(dated.targets).toMatchObject({ timer: { instant: Date.parse('2026-11-30T23:00:00Z') } });
    expect(dated.design.layers.timer).toMatchObject({
      design: {
        preset: 'cards',
        digits: { size: 20 },
        target: { kind: 'date', date: '2026-12-01T00:00:00' },
      },
    });
    // An unchanged date keeps its instant, also in an hour that clocks show twice.
    const twice = changed(before, {
      layers: {
        timer: {
          design: { target: { kind: 'date', date: '2026-10-25T02:30:00+01:00', timeZone: 'Europe/Vienna' } },
        },
      },
    });
    const kept = changed(twice, { layers: { timer: { design: { digits: { size: 30 } }, width: 200 } } });
    expect(kept.targets.timer?.instant).toBe(Date.parse('2026-10-25T01:30:00Z'));
    expect(changed(kept, { layers: { timer: null }, rules: null }).targets).toEqual({});
    expect(
      issuesOf(before, {
        layers: {
          timer: { design: { width: 9, digitz: {}, target: { value: 5, missing: 'soon', kinds: 1 } } },
        },
      }),
    ).toMatchObject({
      'changes.layers.timer.design.width': 'The layer decides the width of its timer.',
      'changes.layers.timer.design.digitz': expect.stringMatching(/^Unknown member\. Did you mean digits\?/),
      'changes.layers.timer.design.target.value': 'Expected a string.',
      'changes.layers.timer.design.target.missing': expect.stringMatching(/^Expected an ISO 8601 duration/),
      'changes.layers.timer.design.target.kinds': expect.stringMatching(/^Unknown member\./),
    });
    expect(
      issuesOf(null, { layers: { t: { type: 'timer', design: { target: { kind: 'never' } } } } }),
    ).toMatchObject({
      'design.layers.t.design.target.kind': 'Expected one of date, recurring, evergreen, value.',
    });
  });

  test('all unknown and unreadable members are named', verifies('live.design.unknown'), () => {
    expect(
      issuesOf(changed(null, START), {
        widht: 3,
        layers: {
          title: { sice: 3, size: '3', type: null },
          x: { type: 'imge' },
          y: 5,
          '': { type: 'shape' },
        },
        sources: { product: { kind: 'nearest' }, '1a': { kind: 'record', storeId: 'x' } },
        rules: { out: { layers: { title: { siz: 3, size: 4 }, badge: 5 } } },
        background: [],
        variables: { __proto__x: { maxlength: 3 } },
      }),
    ).toMatchObject({
      'changes.widht': expect.stringMatching(/Did you mean width\?/),
      'changes.layers.title.type': 'Expected one of text, image, shape, timer.',
      'changes.layers.x.type': 'Expected one of text, image, shape, timer.',
      'changes.layers.y': 'Expected a JSON object.',
      'changes.sources.product.mapId': 'Expected the id of a map, a whole number.',
      'changes.sources.1a': expect.stringMatching(/^Expected a letter or _/),
      'changes.rules.out.layers.badge': 'Expected a JSON object or false.',
      'changes.background': 'Expected a JSON object.',
      'changes.variables.__proto__x.maxlength': expect.stringMatching(/Did you mean maxLength\?/),
    });
    expect(
      issuesOf(null, JSON.parse('{"layers":{"__proto__":{"type":"text"}},"__proto__":{}}')),
    ).toMatchObject({
      'design.layers.__proto__': 'Expected another name.',
      'design.__proto__': expect.stringMatching(/^Unknown member\./),
    });
    expect(issuesOf(null, 5)).toEqual({ design: 'Expected a JSON object.' });
  });

  test(
    'a request with thousands of parts or conditions is refused at once',
    verifies('live.design.limits'),
    () => {
      const parts = (count: number, part: object) =>
        Object.fromEntries(Array.from({ length: count }, (_, at) => [`n${at}`, part]));
      const before = processorTime();
      expect(issuesOf(null, { layers: parts(20_000, { type: 'timer' }) })).toEqual({
        'design.layers': 'Expected at most 50 members.',
      });
      const when = Array.from({ length: 100_000 }, () => ({ field: 'x', op: 'eq' }));
      expect(issuesOf(null, { rules: { r: { when } } })).toEqual({
        design: 'The design has more than 100000 characters as JSON.',
      });
      expect(processorTime() - before).toBeLessThan(2_000);
    },
  );
});
