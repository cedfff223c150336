import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { verifies } from '../../../../test/requirements.ts';
import { serve } from '../../test/served.ts';
import { fetchHandler } from '../fetch-handler.ts';
import { loopShares } from './loop-shares.ts';

/** A clock that stands still unless a request takes time. */
function shared() {
  let time = 0;
  const shares = loopShares(() => time);
  const started: string[] = [];
  const signal = new AbortController().signal;
  return {
    shares,
    started,
    start: (owner: string, name: string, takes = 0, caller: { readonly signal: AbortSignal } = { signal }) =>
      shares.run(owner, caller, () => {
        started.push(name);
        time += takes;
        return name;
      }),
    waiting: () => shares.metrics()[0]?.value,
  };
}

test('a request starts at once, and returns its result without a promise', () => {
  const { start } = shared();
  expect(start('a', 'first')).toBe('first');
});

test('an owner that has taken its share of a turn goes on in later ones, in order, and others are not delayed', async () => {
  const { start, started, waiting } = shared();
  const first = start('a', 'a1', 5);
  const rest = [start('a', 'a2', 5), start('a', 'a3', 5)];
  expect(start('b', 'b1')).toBe('b1');
  expect(first).toBe('a1');
  expect(started).toEqual(['a1', 'b1']);
  expect(waiting()).toBe(2);
  await nextTurn();
  expect(started).toEqual(['a1', 'b1', 'a2']);
  // A later request has its place behind those that wait.
  const last = start('a', 'a4');
  await nextTurn();
  expect(started).toEqual(['a1', 'b1', 'a2', 'a3']);
  expect(await Promise.all([...rest, last])).toEqual(['a2', 'a3', 'a4']);
  expect(waiting()).toBe(0);
});

test('short requests count too: of a hundred some twenty start in one turn', async () => {
  const { start, started } = shared();
  const all = Array.from({ length: 100 }, (_, i) => start('a', String(i)));
  expect(started.length).toBe(20);
  await nextTurn();
  expect(started.length).toBe(40);
  expect(await Promise.all(all)).toHaveLength(100);
});

test('of requests that have waited, what follows their start counts too, such as the sending of a large response', async () => {
  let time = 0;
  const shares = loopShares(() => time);
  const { signal } = new AbortController();
  let sent = 0;
  const request = async () => {
    await shares.run('a', { signal }, () => {});
    time += 1;
    sent++;
  };
  const all = Array.from({ length: 26 }, request);
  await Promise.resolve();
  // The first twenty do not wait.
  expect(sent).toBe(20);
  for (const expected of [22, 24, 26]) {
    await nextTurn();
    expect(sent).toBe(expected);
  }
  await Promise.all(all);
});

test('a request whose client has left while it waited does not start, and an error is passed on', async () => {
  const { shares, start, started } = shared();
  const leaving = new AbortController();
  start('a', 'long', 5);
  const left = start('a', 'left', 0, leaving);
  const failing = shares.run('a', { signal: new AbortController().signal }, () => {
    throw new Error('no such record');
  });
  const next = start('a', 'next');
  leaving.abort(new Error('The client has left.'));
  await expect(left).rejects.toThrow('The client has left.');
  await expect(failing).rejects.toThrow('no such record');
  expect(await next).toBe('next');
  expect(started).toEqual(['long', 'next']);
});

test(
  'of many requests of an account that arrive together, some twenty start in one turn, and others do not wait for them',
  verifies('operations.event-loop'),
  async () => {
    const { vitrine, key, otherKey } = await serve();
    const handle = fetchHandler(vitrine);
    const started: { account: string; turn: number }[] = [];
    const { list } = vitrine.stores;
    vitrine.stores.list = (...args) => {
      const { loopCount } = performance.nodeTiming.uvMetricsInfo;
      started.push({ account: args[0].accountId, turn: loopCount });
      return list(...args);
    };
    const send = (by: string) =>
      handle(new Request('http://localhost/v2/stores', { headers: { authorization: `Bearer ${by}` } }));
    const responses = await Promise.all([...Array.from({ length: 100 }, () => send(key)), send(otherKey)]);
    expect(responses.map(({ status }) => status)).toEqual(Array.from({ length: 101 }, () => 200));
    const first = started[0];
    const other = started.find(({ account }) => account !== first?.account);
    const own = started.filter(({ account }) => account === first?.account).map(({ turn }) => turn);
    for (const turn of new Set(own)) expect(own.filter((each) => each === turn).length).toBeLessThan(21);
    expect(other?.turn).toBeLessThan(own.at(-1) ?? 0);
  },
);
