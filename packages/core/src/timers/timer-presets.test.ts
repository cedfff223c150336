import { expect, test } from 'vitest';
import { verifies } from '../../../../test/requirements.ts';
import { changeDesign } from './design-changes.ts';
import type { TargetedDesign } from './targeted-design.ts';
import { TIMER_PRESETS } from './timer-presets.ts';

const NOW = Date.parse('2026-11-21T12:00:00Z');

function change(before: TargetedDesign | null, changes: unknown): TargetedDesign {
  const { changed, issues } = changeDesign(before, changes, 'changes', NOW);
  expect(issues).toEqual([]);
  if (changed === null) throw new Error('rejected');
  return changed;
}

test('every preset is a valid design, and half of them are light', verifies('timers.presets'), () => {
  expect(TIMER_PRESETS.length).toBeGreaterThanOrEqual(10);
  const light = TIMER_PRESETS.filter(({ name, design: given }) => {
    const { design } = change(null, { preset: name });
    expect(design.preset).toBe(name);
    expect(design).toMatchObject(given as object);
    return Number.parseInt(design.background.color.slice(1, 3), 16) > 0x90;
  });
  expect(light.length).toBeGreaterThanOrEqual(4);
  expect(TIMER_PRESETS.length - light.length).toBeGreaterThanOrEqual(4);
});

test('given members take precedence over the preset, at once and later', verifies('timers.presets'), () => {
  const given = {
    preset: 'flip-dark',
    digits: { color: '#ff0000', box: { radius: 20 } },
    labels: { size: 30 },
  };
  const { digits, labels, separator } = change(null, given).design;
  expect(digits).toMatchObject({
    color: '#ff0000',
    size: 54,
    box: { style: 'flip', color: '#26282e', radius: 20 },
  });
  expect(labels).toMatchObject({ size: 30, color: '#a2a6b0' });
  expect(separator.show).toBe(false);

  const before = change(null, { digits: { color: '#ff0000' }, width: 500 });
  const after = change(before, { preset: 'boutique' }).design;
  expect(after.digits).toMatchObject({ color: '#ff0000', fontId: 12 });
  expect(after.width).toBe(500);
});

test(
  'another preset replaces the members of the first, and null restores the defaults',
  verifies('timers.presets'),
  () => {
    const first = change(null, { preset: 'rings-dark', labels: { size: 22 } });
    const second = change(first, { preset: 'paper' });
    expect(second.design).toEqual(change(null, { preset: 'paper', labels: { size: 22 } }).design);
    const none = change(second, { preset: null });
    expect(none.design).toEqual(change(null, { labels: { size: 22 } }).design);
    expect(change(first, { digits: { ring: { width: null } } }).design.digits.ring?.width).toBe(6);
  },
);
