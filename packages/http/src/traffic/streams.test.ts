import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { verifies } from '../../../../test/requirements.ts';
import { TRAFFIC_LIMITS } from './limits.ts';
import { loopShares } from './loop-shares.ts';
import { createStreams } from './streams.ts';

test(
  'streams that get a part together send it in several turns of the event loop',
  verifies('stream.fan-out'),
  async () => {
    const shares = loopShares(() => 0);
    const streams = createStreams({ ...TRAFFIC_LIMITS.streams, all: 100, perKey: 100 }, shares);
    const open = Array.from({ length: 100 }, () => streams.open('key', 'account'));
    let sent = 0;
    const { signal } = new AbortController();
    const sending = Promise.all(
      open.map(async (stream) => {
        await stream.takeShare(signal);
        sent++;
      }),
    );
    const sentByTurn: number[] = [];
    for (let before = 0; sent < open.length; before = sent) {
      await nextTurn();
      sentByTurn.push(sent - before);
    }
    await sending;
    expect(sentByTurn.length).toBeGreaterThanOrEqual(4);
    expect(Math.max(...sentByTurn)).toBeLessThanOrEqual(45);
    // Requests of the same account have a share of their own.
    expect(shares.run('account', { signal }, () => 'started')).toBe('started');
  },
);
