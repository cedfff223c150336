import fc from 'fast-check';
import { expect, test } from 'vitest';
import { UnavailableError } from '../ground/errors.ts';
import type { TurnLimits } from './turn-queue.ts';
import { createTurns, type Turn } from './turns.ts';

const LIMITS: TurnLimits = { queue: 'test', atOnce: 2, waiting: 100, refusal: 'Too many are waiting.' };

/** Returns turns with a clock that only `pass` moves, and the order in which callers entered. */
function arrange(limits: Partial<TurnLimits> = {}) {
  let time = 0;
  const turns = createTurns({ ...LIMITS, ...limits }, () => time);
  const entered: string[] = [];
  const held = new Map<string, Turn[]>();
  return {
    turns,
    entered,
    pass: (milliseconds: number) => {
      time += milliseconds;
    },
    /** Takes a turn without waiting for it. */
    ask(account: string, signal?: AbortSignal) {
      const asked = turns.take({ account, signal }).then((turn) => {
        entered.push(account);
        held.set(account, [...(held.get(account) ?? []), turn]);
      });
      asked.catch(() => undefined);
      return asked;
    },
    async end(account: string) {
      await settled();
      held.get(account)?.shift()?.end();
      await settled();
    },
  };
}

async function settled(): Promise<void> {
  for (let i = 0; i < 5; i++) await Promise.resolve();
}

test('a single account uses all turns, and waits for more', async () => {
  const { ask, end, entered, turns } = arrange();
  for (let i = 0; i < 3; i++) void ask('a');
  await settled();
  expect(entered).toEqual(['a', 'a']);
  expect(turns.load()).toMatchObject({ running: 2, waiting: 1, accounts: 1 });
  await end('a');
  expect(entered).toEqual(['a', 'a', 'a']);
});

test('only an account that holds no turn gets a reserved turn', async () => {
  const { ask, entered } = arrange({ reserved: 1 });
  for (let i = 0; i < 5; i++) void ask('a');
  void ask('b');
  void ask('b');
  await settled();
  expect(entered).toEqual(['a', 'a', 'b']);
});

test('a free turn goes to the account with the least used time, not to the one with the most callers', async () => {
  const { ask, end, entered, pass } = arrange({ atOnce: 1 });
  for (let i = 0; i < 5; i++) void ask('heavy');
  pass(1_000);
  void ask('light');
  void ask('light');
  await end('heavy');
  pass(10);
  await end('light');
  pass(10);
  await end('light');
  expect(entered).toEqual(['heavy', 'light', 'light', 'heavy']);
});

test('an account that was idle starts level with the others and has saved no time', async () => {
  const { ask, end, entered, pass } = arrange({ atOnce: 1 });
  for (let i = 0; i < 3; i++) {
    void ask('old');
    pass(1_000);
    await end('old');
  }
  void ask('old');
  for (let i = 0; i < 3; i++) void ask('new');
  for (let i = 0; i < 3; i++) void ask('old');
  await settled();
  entered.length = 0;
  for (const account of ['old', 'new', 'old', 'new']) {
    pass(100);
    await end(account);
  }
  expect(entered).toEqual(['new', 'old', 'new', 'old']);
});

test('one account holds at most `perAccount` turns', async () => {
  const { ask, entered } = arrange({ atOnce: 4, perAccount: 2 });
  for (let i = 0; i < 4; i++) void ask('a');
  void ask('b');
  await settled();
  expect(entered).toEqual(['a', 'a', 'b']);
});

test('a single account uses all turns; while another is active it holds at most its share', async () => {
  const { ask, end, entered, pass } = arrange({ atOnce: 4, share: 1 });
  for (let i = 0; i < 3; i++) void ask('a');
  await settled();
  expect(entered).toEqual(['a', 'a', 'a']);
  void ask('b');
  for (let i = 0; i < 3; i++) await end('a');
  for (let i = 0; i < 3; i++) void ask('a');
  await settled();
  expect(entered.slice(3)).toEqual(['b', 'a']);
  pass(20_000);
  await end('b');
  expect(entered.slice(3)).toEqual(['b', 'a', 'a', 'a']);
});

test('an account rests after a turn while another is active, and others do not wait for it', async () => {
  const { turns } = arrange({ atOnce: 1 });
  const alone = await turns.take({ account: 'a' });
  alone.end(60_000);
  (await turns.take({ account: 'a' })).end();
  (await turns.take({ account: 'b' })).end();
  (await turns.take({ account: 'a' })).end(20);
  const startedAt = performance.now();
  const rested = turns.take({ account: 'a' });
  (await turns.take({ account: 'b' })).end();
  expect(turns.load()).toMatchObject({ running: 0, waiting: 1 });
  (await rested).end();
  expect(performance.now() - startedAt).toBeGreaterThan(15);
});

test('rejects callers when too many of their account or of all accounts wait', async () => {
  const { ask, turns } = arrange({ atOnce: 1, waiting: 4, waitingPerAccount: 2 });
  for (let i = 0; i < 3; i++) void ask('a');
  await expect(ask('a')).rejects.toThrow(UnavailableError);
  void ask('b');
  void ask('b');
  await expect(ask('c')).rejects.toThrow('Too many are waiting.');
  expect(turns.load()).toMatchObject({ waiting: 4, accounts: 2, refused: { full: 2, late: 0, left: 0 } });
});

test('rejects a caller whose turn does not come in time, and frees its place', async () => {
  const { ask, turns } = arrange({ atOnce: 1, waitMax: 5 });
  void ask('a');
  await expect(ask('b')).rejects.toThrow(UnavailableError);
  expect(turns.load()).toMatchObject({ running: 1, waiting: 0, accounts: 1, refused: { late: 1 } });
});

test('removes a waiting caller whose signal aborts; a caller that has already aborted gets no turn', async () => {
  const { ask, turns } = arrange({ atOnce: 1 });
  void ask('a');
  const leaving = new AbortController();
  const waiting = ask('b', leaving.signal);
  leaving.abort(new Error('gone'));
  await expect(waiting).rejects.toThrow('gone');
  await expect(ask('b', leaving.signal)).rejects.toThrow('gone');
  expect(turns.load()).toMatchObject({ waiting: 0, accounts: 1, refused: { left: 1 } });
});

test('a turn is returned once, also when the work fails', async () => {
  const { turns } = arrange({ atOnce: 1 });
  const failing = turns.run({ account: 'a' }, async () => {
    throw new Error('no');
  });
  await expect(failing).rejects.toThrow('no');
  const turn = await turns.take({ account: 'a' });
  turn.end();
  turn.end();
  expect(turns.load()).toMatchObject({ running: 0, accounts: 0 });
});

test('close rejects waiting and later callers with its reason; held turns continue', async () => {
  const { ask, turns, end } = arrange({ atOnce: 1 });
  await ask('a');
  const waiting = ask('b');
  turns.close(new Error('closed'));
  await expect(waiting).rejects.toThrow('closed');
  await expect(ask('c')).rejects.toThrow('closed');
  await end('a');
  expect(turns.load()).toMatchObject({ running: 0, waiting: 0, accounts: 0 });
});

test('any sequence of callers and ends keeps the limits and serves every caller', async () => {
  const step = fc.record({ account: fc.constantFrom('a', 'b', 'c'), ends: fc.boolean(), after: fc.nat(50) });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 60 }), async (steps) => {
      const { turns, ask, end, pass } = arrange({ atOnce: 2, reserved: 1, perAccount: 2, waiting: 50 });
      for (const { account, ends, after } of steps) {
        pass(after);
        if (ends) await end(account);
        else void ask(account);
        await settled();
        expect(turns.load().running).toBeLessThanOrEqual(3);
      }
      for (let i = 0; i < steps.length * 3; i++) await end(['a', 'b', 'c'][i % 3] as string);
      expect(turns.load()).toMatchObject({ running: 0, waiting: 0, accounts: 0 });
    }),
  );
});
