import { expect, test } from 'vitest';
import { verifies } from '../../../../test/requirements.ts';
import { DEFAULT_DESIGN, TimerDesign } from '../contracts/timers/timer-design.ts';
import { withLaterMembers } from './group-defaults.ts';

test(
  'a design that was stored before later members existed keeps its look',
  verifies('timer-picture.earlier'),
  () => {
    const UNIT = { show: true, label: null, x: null, y: null };
    const stored = {
      width: 600,
      height: 150,
      scale: 1,
      background: { color: '#12204a', imageId: null, fit: 'cover', transparent: false },
      target: { date: '2026-12-01T00:00:00', timeZone: 'UTC' },
      layout: { align: 'center', gap: 24, padding: 12 },
      units: { days: UNIT, hours: UNIT, minutes: UNIT, seconds: UNIT },
      digits: {
        fontId: 2,
        size: 72,
        color: '#ffffff',
        minDigits: 2,
        box: { color: '#1d3272', radius: 8, padding: 14, border: null },
      },
      labels: { show: true, fontId: 1, size: 15, color: '#ffc440', locale: 'en', position: 'below' },
      separator: { show: true, text: ':', color: null },
      expired: { behaviour: 'zeros', message: null, imageId: null },
      frames: 60,
      loop: false,
      optimize: true,
      altText: null,
    };
    const design = TimerDesign.parse(withLaterMembers(stored));
    expect(design).toMatchObject(stored);
    expect(design.layout.fit).toBe('none');
    expect(design.digits).toMatchObject({ ring: null, shadow: null, box: { style: 'unit', gradient: null } });
    expect(TimerDesign.parse(withLaterMembers({ ...DEFAULT_DESIGN, target: stored.target })).layout.fit).toBe(
      'shrink',
    );
  },
);
