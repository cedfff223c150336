import { expect, test } from 'vitest';
import { verifies } from '../../../../test/requirements.ts';
import { takeLoopTurn } from './loop-turn.ts';

const loopCount = () => performance.nodeTiming.uvMetricsInfo.loopCount;

function workFor(milliseconds: number): void {
  const end = performance.now() + milliseconds;
  while (performance.now() < end);
}

test('the first turn begins at once', async () => {
  const before = loopCount();
  await takeLoopTurn({ account: 'a' });
  expect(loopCount()).toBe(before);
});

test('each caller has another turn of the event loop', async () => {
  const turns = await Promise.all(
    Array.from({ length: 20 }, async (_, i) => {
      await takeLoopTurn({ account: i % 2 === 0 ? 'a' : 'b' });
      return loopCount();
    }),
  );
  expect(new Set(turns).size).toBe(20);
});

test('an account does not delay another one', verifies('operations.event-loop'), async () => {
  const order: string[] = [];
  const call = async (account: string) => {
    await takeLoopTurn({ account });
    order.push(account);
    workFor(1);
  };
  const flood = Array.from({ length: 50 }, () => call('flood'));
  await call('other');
  expect(order.length).toBeLessThan(5);
  await Promise.all(flood);
});

test('after long work, short work of others runs many times before the next', async () => {
  let ticks = 0;
  const ticking = setInterval(() => ticks++, 1);
  const long = async () => {
    await takeLoopTurn({ account: 'a' });
    const before = ticks;
    workFor(40);
    return before;
  };
  const ticksBefore = await Promise.all([long(), long(), long()]);
  clearInterval(ticking);
  expect((ticksBefore[1] ?? 0) - (ticksBefore[0] ?? 0)).toBeGreaterThan(2);
  expect((ticksBefore[2] ?? 0) - (ticksBefore[1] ?? 0)).toBeGreaterThan(2);
});

test('a caller whose client has left has no turn', async () => {
  const left = new AbortController();
  await takeLoopTurn({ account: 'a' });
  const waiting = takeLoopTurn({ account: 'a', signal: left.signal });
  left.abort(new Error('gone'));
  await expect(waiting).rejects.toThrow('gone');
});
