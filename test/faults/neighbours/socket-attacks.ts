import type { Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import type { Attack } from './assault.ts';

const document = 'GET /v2/openapi.json HTTP/1.1\r\nHost: a\r\n\r\n';

let keys = 0;

const reading = async (socket: Socket) => void socket.resume();

/** Attacks with connections and heads of requests. None needs a key of the account. */
export const SOCKET_ATTACKS: Readonly<Record<string, Attack>> = {
  'requests that are pipelined behind responses that nobody reads':
    async () =>
    async ({ repeat, stall }) => {
      await Promise.all([
        repeat(150, () =>
          stall('documents', document.repeat(40), async (socket) => {
            await wait(2_000);
            socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n'.repeat(950));
          }),
        ),
        repeat(20, () => stall('burst', 'GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n'.repeat(2_000), reading)),
      ]);
    },

  'pipelined requests with chunked bodies and without bodies, whose client leaves': async () => {
    const post = `POST /v2/stores HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n`;
    const chunks = `8000\r\n${' '.repeat(0x8000)}\r\n`.repeat(8);
    const pipeline = document.repeat(20) + `${post}${chunks}0\r\n\r\n`.repeat(10);
    const heads = 'HEAD /v2/openapi.json HTTP/1.1\r\nHost: a\r\n\r\n'.repeat(60);
    return ({ repeat, stall }) =>
      repeat(60, (_, round) =>
        stall('chunks', round % 2 === 0 ? pipeline : heads, async (socket) => {
          await wait(1_000);
          socket.destroy();
        }),
      );
  },

  'idle connections, and small bodies that never arrive':
    async () =>
    async ({ repeat, stall, head }) => {
      await Promise.all([
        repeat(2_000, () => stall('idle', '')),
        repeat(100, () =>
          stall(
            'slow body',
            `${head('POST /v2/stores')}Content-Type: application/json\r\nContent-Length: 65000\r\n\r\n${' '.repeat(64_000)}`,
          ),
        ),
      ]);
    },

  'invalid keys, the same and random ones, and hosts that do not exist':
    async () =>
    async ({ repeat, send, stall }) => {
      const asked = (key: string) => ({ headers: { authorization: `Bearer ${key}` } });
      await Promise.all([
        repeat(8, () => send('same key', '/v2/whoami', asked('account-revoked'))),
        repeat(32, () => send('random key', '/v2/whoami', asked(`account-${keys++}`))),
        repeat(4, (_, round) =>
          stall(
            'host',
            `GET /i/x HTTP/1.1\r\nHost: 256.256.256.${round}\r\nConnection: close\r\n\r\n`,
            reading,
          ),
        ),
      ]);
    },
};
