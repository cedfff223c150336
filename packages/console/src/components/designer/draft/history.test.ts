import type { TimerDesign } from '@vitrine/client';
import { expect, test } from 'vitest';
import { createDesignHistory } from './history.ts';

const DESIGN = {
  preset: null,
  width: 600,
  target: { kind: 'date', date: '2030-01-01T00:00:00', timeZone: 'UTC' },
  digits: { size: 72, box: null },
} as unknown as TimerDesign;

test('takes steps back in reverse order and makes them again', () => {
  const history = createDesignHistory<object, object>(() => 0);
  history.record(DESIGN, { width: 500 });
  history.record({ ...DESIGN, width: 500 }, { digits: { box: { color: '#111111' } } });
  expect([history.undo()?.act, history.undo()?.act, history.undo()?.act]).toEqual([
    { digits: { box: null } },
    { width: 600 },
    undefined,
  ]);
  expect([history.redo()?.act, history.redo()?.act, history.redo()?.act]).toEqual([
    { width: 500 },
    { digits: { box: { color: '#111111' } } },
    undefined,
  ]);
});

test('joins changes of the same members that follow at once', () => {
  let now = 0;
  const history = createDesignHistory<object, object>(() => now);
  history.record(DESIGN, { width: 50 });
  history.record({ ...DESIGN, width: 50 }, { width: 500 });
  now = 2_000;
  history.record({ ...DESIGN, width: 500 }, { width: 501 });
  expect([history.undo()?.act, history.undo()?.act, history.canUndo.value]).toEqual([
    { width: 500 },
    { width: 600 },
    false,
  ]);
  expect(history.redo()?.act).toEqual({ width: 500 });
});

test('a drag is one step, however long it takes and whatever it changes', () => {
  let now = 0;
  const history = createDesignHistory<object, object>(() => now);
  const drag = Symbol();
  history.record(DESIGN, { width: 599 });
  history.record({ ...DESIGN, width: 599 }, { width: 500 }, drag);
  now = 5_000;
  history.record({ ...DESIGN, width: 500 }, { width: 450, digits: { size: 60 } }, drag);
  history.record({ ...DESIGN, width: 450 }, { width: 400 }, drag);
  history.record({ ...DESIGN, width: 400 }, { width: 399 }, Symbol());
  expect([history.undo()?.act, history.undo()?.act, history.undo()?.act]).toEqual([
    { width: 400 },
    { width: 599, digits: { size: 72 } },
    { width: 600 },
  ]);
  history.redo();
  expect(history.redo()?.act).toEqual({ width: 400, digits: { size: 60 } });
});

test('a new change ends what could be made again', () => {
  const history = createDesignHistory<object, object>(() => 0);
  history.record(DESIGN, { width: 500 });
  history.undo();
  history.record(DESIGN, { width: 400 });
  expect([history.canRedo.value, history.redo()?.act]).toEqual([false, undefined]);
});

test('restores the entire design after a preset, and the entire target after another kind', () => {
  const history = createDesignHistory<object, object>(() => 0);
  history.record(DESIGN, { preset: 'paper' });
  expect(history.undo()?.act).toEqual(DESIGN);
  history.record(DESIGN, { target: { kind: 'evergreen', duration: 'PT48H' } });
  expect(history.undo()?.act).toEqual({ target: DESIGN.target });
});
