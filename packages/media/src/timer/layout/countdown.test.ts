import { expect, test } from 'vitest';
import { verifies } from '../../../../../test/requirements.ts';
import { SAMPLE_DESIGN } from '../drawing/sample-scenes.ts';
import { digitsAt } from './countdown.ts';

const ALL = ['days', 'hours', 'minutes', 'seconds'] as const;

function shows(units: readonly (typeof ALL)[number][], secondsLeft: number, minDigits = 2): string {
  const shown = (unit: (typeof ALL)[number]) => ({
    show: units.includes(unit),
    minDigits: null,
    label: null,
    x: null,
    y: null,
  });
  const design = {
    ...SAMPLE_DESIGN,
    digits: { ...SAMPLE_DESIGN.digits, minDigits },
    units: {
      days: shown('days'),
      hours: shown('hours'),
      minutes: shown('minutes'),
      seconds: shown('seconds'),
    },
  };
  return digitsAt(design, secondsLeft)
    .map(({ digits }) => digits)
    .join(':');
}

test('each unit counts the remainder of the larger ones', () => {
  expect(shows(ALL, 0)).toBe('00:00:00:00');
  expect(shows(ALL, 59)).toBe('00:00:00:59');
  expect(shows(ALL, 86_399)).toBe('00:23:59:59');
  expect(shows(ALL, 5 * 86_400 + 13 * 3_600 + 31 * 60 + 47)).toBe('05:13:31:47');
});

test('numbers have as many digits as they need, and the leading one at least those of the design', () => {
  expect(shows(ALL, 365 * 86_400)).toBe('365:00:00:00');
  expect(shows(ALL, 3, 1)).toBe('0:00:00:03');
  expect(shows(ALL, 3, 3)).toBe('000:00:00:03');
  expect(shows(['minutes', 'seconds'], 63, 4)).toBe('0001:03');
  expect(shows(['seconds'], 3, 1)).toBe('3');
});

test(
  'units.*.minDigits pads its unit, digits.minDigits only the leading one',
  verifies('timers.design.min-digits'),
  () => {
    const { units } = SAMPLE_DESIGN;
    const hours = { ...units.hours, minDigits: 1 };
    const design = {
      ...SAMPLE_DESIGN,
      units: { ...units, hours, seconds: { ...units.seconds, minDigits: 3 } },
    };
    const digits = { ...design.digits, minDigits: 4 };
    expect(digitsAt({ ...design, digits }, 3_723).map((unit) => unit.digits)).toEqual([
      '0000',
      '1',
      '02',
      '003',
    ]);
  },
);

test('a hidden unit is added to the next visible one', verifies('timer-picture.roll-up'), () => {
  const left = 2 * 86_400 + 3 * 3_600 + 4 * 60 + 5;
  expect(shows(['hours', 'minutes', 'seconds'], left)).toBe('51:04:05');
  expect(shows(['minutes', 'seconds'], left)).toBe('3064:05');
  expect(shows(['seconds'], left)).toBe('183845');
  expect(shows(['days', 'minutes', 'seconds'], left)).toBe('02:184:05');
  expect(shows(['days', 'seconds'], left)).toBe('02:11045');
  expect(shows([], left)).toBe('');
});

test(
  'the smallest visible unit is rounded up, so that zeros mean the end',
  verifies('timer-picture.rounded-up'),
  () => {
    expect(shows(['days', 'hours', 'minutes'], 1)).toBe('00:00:01');
    expect(shows(['days', 'hours', 'minutes'], 60)).toBe('00:00:01');
    expect(shows(['days', 'hours', 'minutes'], 61)).toBe('00:00:02');
    expect(shows(['days', 'hours', 'minutes'], 86_399)).toBe('01:00:00');
    expect(shows(['days'], 86_401)).toBe('02');
    expect(shows(['days'], 0)).toBe('00');
  },
);
