import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { verifies } from '../../../../test/requirements.ts';
import type { TimerDesign } from '../contracts/timers/timer-design.ts';
import { DEFAULT_DESIGN } from '../contracts/timers/timer-design.ts';
import { changeDesign } from './design-changes.ts';
import type { TargetedDesign } from './targeted-design.ts';

const NOW = Date.parse('2026-11-21T12:00:00.400Z');

function make(design?: unknown): TargetedDesign {
  const { changed, issues } = changeDesign(null, design, 'design', NOW);
  expect(issues).toEqual([]);
  if (changed === null) throw new Error('The design was rejected without an issue.');
  return changed;
}

function change(before: TargetedDesign, changes: unknown): TargetedDesign {
  const { changed, issues } = changeDesign(before, changes, 'changes', NOW);
  expect(issues).toEqual([]);
  if (changed === null) throw new Error('The changes were rejected without an issue.');
  return changed;
}

function issuesOf(changes: unknown, before: TargetedDesign | null = make()): Record<string, string> {
  const { changed, issues } = changeDesign(before, changes, 'changes', NOW);
  expect(changed).toBeNull();
  return Object.fromEntries(issues.map(({ path, message }) => [path, message]));
}

describe('a new design', () => {
  test('has all defaults, with the target in seven days in UTC', () => {
    const target = { local: '2026-11-28T12:00:00', timeZone: 'UTC', instant: NOW + 7 * 86_400_000 - 400 };
    for (const nothing of [undefined, null, {}, { target: null }, { target: { date: null }, digits: null }])
      expect(make(nothing)).toEqual({
        design: { ...DEFAULT_DESIGN, target: { kind: 'date', date: target.local, timeZone: 'UTC' } },
        target,
      });
  });

  test('keeps the given members and fills in the others', () => {
    const { design } = make({ width: 400, digits: { size: 40 }, units: { days: { show: false } } });
    expect(design.width).toBe(400);
    expect(design.digits).toEqual({ ...DEFAULT_DESIGN.digits, size: 40 });
    expect(design.units.days.show).toBe(false);
    expect(design.units.hours).toEqual(DEFAULT_DESIGN.units.hours);
  });

  test('fills in the omitted members of a box and its border', () => {
    const { box } = make({ digits: { box: { color: '#ff0000', border: { width: 3 } } } }).design.digits;
    expect(box).toEqual({
      style: 'unit',
      color: '#ff0000',
      gradient: null,
      radius: 8,
      padding: 14,
      border: { color: '#ffffff', width: 3 },
      shadow: null,
    });
  });

  test('has texts that are legible on its background', verifies('timers.design.colours'), () => {
    const colors = (design: unknown) => {
      const { digits, labels, headline } = make(design).design;
      return [digits.color, labels.color, headline.color];
    };
    expect(colors({})).toEqual(['#ffffff', '#b9c6f0', '#ffffff']);
    expect(colors({ background: { color: '#fff' } })).toEqual(['#14203a', '#475578', '#14203a']);
    const box = { digits: { box: { color: '#111111' } }, background: { color: '#ffffff' } };
    expect(colors(box)).toEqual(['#ffffff', '#475578', '#14203a']);
    const given = { background: { color: '#ffffff' }, digits: { color: '#ffffff' } };
    expect(colors(given)).toEqual(['#ffffff', '#475578', '#14203a']);
    const before = make({ labels: { color: '#ff0000' } });
    const { changed } = changeDesign(before, { background: { color: '#eeeeee' } }, 'changes', NOW);
    expect(changed?.design.digits.color).toBe('#14203a');
    expect(changed?.design.labels.color).toBe('#ff0000');
  });

  test(
    'is legible on a white page if its background is transparent',
    verifies('timers.design.transparent'),
    () => {
      const colors = ({ background, digits, labels, headline }: TimerDesign) => [
        background.color,
        digits.color,
        labels.color,
        headline.color,
      ];
      const onWhite = ['#ffffff', '#14203a', '#475578', '#14203a'];
      const transparent = { background: { transparent: true } };
      expect(colors(make(transparent).design)).toEqual(onWhite);
      const matte = { background: { transparent: true, color: '#12204a' } };
      expect(colors(make(matte).design)).toEqual(['#12204a', '#ffffff', '#b9c6f0', '#ffffff']);
      const { changed } = changeDesign(make({}), transparent, 'changes', NOW);
      expect(changed && colors(changed.design)).toEqual(onWhite);
      const back = changeDesign(changed, { background: { transparent: false } }, 'changes', NOW).changed;
      expect(back && colors(back.design)).toEqual(colors(make({}).design));
      const box = make({ ...transparent, digits: { box: { color: '#111111' } } }).design;
      expect(colors(box)).toEqual(['#ffffff', '#ffffff', '#475578', '#14203a']);
    },
  );

  test('has colours of three, six or eight digits', verifies('timers.design.colours'), () => {
    const colorOf = (color: string) => make({ digits: { color } }).design.digits.color;
    expect(['#AbC', '#A1B2C3', '#A1B2C380'].map(colorOf)).toEqual(['#aabbcc', '#a1b2c3', '#a1b2c380']);
  });

  test('accepts an instant, a wall time or a day as its date', () => {
    const targetOf = (date: string, timeZone?: string) => make({ target: { date, timeZone } }).target;
    const zone = 'America/New_York';
    expect(targetOf('2026-12-01T14:00:00Z', zone)).toEqual({
      local: '2026-12-01T09:00:00',
      timeZone: zone,
      instant: Date.parse('2026-12-01T14:00:00Z'),
    });
    expect(targetOf('2026-12-01T09:00:00', zone).instant).toBe(Date.parse('2026-12-01T14:00:00Z'));
    expect(targetOf('2026-12-01', zone).instant).toBe(Date.parse('2026-12-01T05:00:00Z'));
    expect(targetOf('2026-12-01').instant).toBe(Date.parse('2026-12-01T00:00:00Z'));
    expect(targetOf('2026-12-01T09:00:00.999+01:00').local).toBe('2026-12-01T08:00:00');
    expect(targetOf('2026-03-08T02:30:00', zone).local).toBe('2026-03-08T03:30:00');
    expect(targetOf('1999-12-31T23:59:59').instant).toBe(Date.parse('1999-12-31T23:59:59Z'));
  });
});

describe('a change', () => {
  test('keeps omitted members', () => {
    const before = make({ digits: { color: '#112233' }, labels: { show: false } });
    const after = change(before, { digits: { size: 30 } });
    expect(after.design).toEqual({ ...before.design, digits: { ...before.design.digits, size: 30 } });
    expect(change(before, {})).toEqual(before);
  });

  test('restores the default of a member, of a group and of a nullable member with null', () => {
    const before = make({ frames: 10, digits: { size: 30, box: {}, color: '#112233' }, altText: 'Sale' });
    expect(change(before, { frames: null }).design.frames).toBe(60);
    expect(change(before, { digits: { size: null } }).design.digits).toEqual({
      ...before.design.digits,
      size: 72,
    });
    expect(change(before, { digits: null }).design.digits).toEqual(DEFAULT_DESIGN.digits);
    expect(change(before, { digits: { box: null }, altText: null }).design).toMatchObject({
      digits: { box: null },
      altText: null,
    });
    expect(change(before, { digits: { box: { radius: null } } }).design.digits.box?.radius).toBe(8);
  });

  test('keeps the wall time when the zone changes, and the zone when the date changes', () => {
    const before = make({ target: { date: '2026-12-01T09:00:00', timeZone: 'Europe/Berlin' } });
    expect(before.target.instant).toBe(Date.parse('2026-12-01T08:00:00Z'));
    expect(change(before, { target: { timeZone: 'Asia/Tokyo' } }).target).toEqual({
      local: '2026-12-01T09:00:00',
      timeZone: 'Asia/Tokyo',
      instant: Date.parse('2026-12-01T00:00:00Z'),
    });
    expect(change(before, { target: { date: '2026-12-24' } }).target.instant).toBe(
      Date.parse('2026-12-23T23:00:00Z'),
    );
    expect(change(before, { target: { date: null } }).target).toMatchObject({
      local: '2026-11-28T13:00:00',
      timeZone: 'Europe/Berlin',
    });
  });

  test('keeps the instant of an unchanged target, also in an hour that clocks show twice', () => {
    const target = { date: '2026-11-01T01:30:00-05:00', timeZone: 'America/New_York' };
    const before = make({ target });
    expect(before.design.target.date).toBe('2026-11-01T01:30:00');
    expect(before.target.instant).toBe(Date.parse(target.date));
    expect(change(before, { frames: 5 }).target).toEqual(before.target);
    expect(change(before, before.design).target).toEqual(before.target);
  });

  test('has no effect when it repeats the current design', () => {
    const before = make({
      digits: { box: { border: {} } },
      labels: { show: false },
      expired: { message: 'Over' },
    });
    expect(change(before, JSON.parse(JSON.stringify(before.design)))).toEqual(before);
  });
});

describe('an issue', () => {
  test('suggests the intended member', () => {
    const messages = issuesOf({
      widht: 5,
      digits: { font_id: 1, colour: '#ffffff', box: { raduis: 3 } },
      timeZone: 'UTC',
      units: { minute: {} },
      banana: true,
    });
    expect(messages['changes.widht']).toMatch(/^Unknown member\. Did you mean width\?/);
    expect(messages['changes.digits.font_id']).toMatch(/Did you mean fontId\?/);
    expect(messages['changes.digits.colour']).toMatch(/Did you mean color\?/);
    expect(messages['changes.digits.box.raduis']).toMatch(/Did you mean radius\?/);
    expect(messages['changes.timeZone']).toMatch(/Did you mean target\.timeZone\?/);
    expect(messages['changes.units.minute']).toMatch(/Did you mean minutes\?/);
    expect(messages['changes.banana']).toBe(
      'Unknown member. Known: width, height, scale, preset, background, target, layout, headline, units, digits, labels, separator, ' +
        'expired, frames, loop, optimize, altText.',
    );
  });

  test('is reported together with all others', () => {
    expect(
      issuesOf({
        width: 49,
        height: '150',
        scale: 3,
        digits: { size: 7.5, color: 'red', box: [] },
        target: { date: 'tomorrow', timeZone: 'Mars/Base' },
        units: 'none',
        frames: 121,
        banana: 1,
      }),
    ).toEqual({
      'changes.width': 'Expected a whole number from 50 to 1200.',
      'changes.height': 'Expected a whole number from 20 to 600.',
      'changes.scale': 'Expected 1 or 2.',
      'changes.digits.size': 'Expected a whole number from 8 to 400.',
      'changes.digits.color':
        'Expected a colour such as #12204a: #rgb, #rrggbb or, with an opacity, #rrggbbaa.',
      'changes.digits.box': 'Expected a JSON object.',
      'changes.target.date': expect.stringMatching(/^Expected a date-time with an offset such as/),
      'changes.target.timeZone': expect.stringMatching(/^Expected the IANA name of a time zone/),
      'changes.units': 'Expected a JSON object.',
      'changes.frames': 'Expected a whole number from 1 to 120.',
      'changes.banana': expect.stringMatching(/^Unknown member/),
    });
  });

  test('is reported once for an invalid member of a new target', () => {
    expect(Object.keys(issuesOf({ target: { date: 'tomorrow' } }, null))).toEqual(['changes.target.date']);
    expect(Object.keys(issuesOf({ target: { timeZone: 'BST' } }, null))).toEqual(['changes.target.timeZone']);
    expect(Object.keys(issuesOf({ target: { date: 5 } }, null))).toEqual(['changes.target.date']);
    expect(Object.keys(issuesOf({ target: [] }, null))).toEqual(['changes.target']);
  });

  test('is reported when all units are hidden', () => {
    const hidden = { show: false };
    expect(issuesOf({ units: { days: hidden, hours: hidden, minutes: hidden, seconds: hidden } })).toEqual({
      'changes.units': 'Expected at least one unit that is shown.',
    });
  });

  test('is reported for each member of the wrong type, at its path', () => {
    const wrong = [
      true,
      'NaN',
      -1,
      0.5,
      1e308,
      Number.POSITIVE_INFINITY,
      [],
      [[]],
      {},
      'x'.repeat(1_000_000),
    ];
    const leaves = leavesOf(make({ digits: { box: { border: {} } } }).design);
    expect(leaves.length).toBeGreaterThan(50);
    for (const { path, value } of leaves) {
      for (const bad of wrong.filter((candidate) => typeof candidate !== typeof value)) {
        if (value === null && typeof bad === 'string') continue;
        const changes = path.reduceRight<unknown>((inner, name) => ({ [name]: inner }), bad);
        const [issue, ...more] = Object.keys(issuesOf(changes));
        expect({ issue, more }).toEqual({ issue: `changes.${path.join('.')}`, more: [] });
      }
    }
  });

  test('is not reported for an empty text: it restores the default of a member that takes none', () => {
    const target = { date: '2027-01-01', timeZone: 'Asia/Tokyo' };
    const before = make({ width: 500, labels: { color: '#ff0000' }, altText: 'Sale', target });
    const changesWith = (empty: '' | null) => ({
      width: empty,
      labels: { color: empty },
      target: { date: empty, timeZone: empty },
      preset: empty,
      altText: '',
    });
    const changed = change(before, changesWith(''));
    expect(changed).toEqual(change(before, changesWith(null)));
    expect(changed.design).toMatchObject({ width: 600, target: { timeZone: 'UTC' }, altText: '' });
  });

  test('is reported for names of inherited properties, which have no effect', () => {
    const hostile = JSON.parse(
      '{"__proto__":{"width":1},"constructor":{"prototype":{"x":1}},"digits":{"__proto__":null,"toString":1}}',
    );
    const messages = issuesOf(hostile);
    expect(Object.keys(messages).sort()).toEqual([
      'changes.__proto__',
      'changes.constructor',
      'changes.digits.__proto__',
      'changes.digits.toString',
    ]);
    expect(({} as Record<string, unknown>).x).toBeUndefined();
  });
});

test('changeDesign returns either a complete design or issues under its path for any JSON', () => {
  const before = make();
  const names = Object.keys(DEFAULT_DESIGN);
  const junk = fc.jsonValue({ maxDepth: 4 });
  const nearly = fc.dictionary(fc.constantFrom(...names, 'target', 'nothing'), junk);
  fc.assert(
    fc.property(fc.oneof(junk, nearly), (changes) => {
      const { changed, issues } = changeDesign(before, changes, 'changes', NOW);
      expect(changed === null).toBe(issues.length > 0);
      for (const { path, message } of issues) {
        expect(path).toMatch(/^changes/);
        expect(message).not.toBe('');
      }
      if (changed !== null) expect(change(changed, changed.design)).toEqual(changed);
    }),
  );
});

function leavesOf(group: object, steps: readonly string[] = []): { path: string[]; value: unknown }[] {
  return Object.entries(group).flatMap(([name, value]) =>
    typeof value === 'object' && value !== null
      ? leavesOf(value, [...steps, name])
      : [{ path: [...steps, name], value }],
  );
}
