import { randomBytes } from 'node:crypto';
import { UnauthorizedError, ValidationError, verifyWebhook } from '@vitrine/client';
import { Webhook } from 'standardwebhooks';
import { describe, expect, test } from 'vitest';
import { verifies } from '../requirements.ts';

const SECRET = `whsec_${randomBytes(24).toString('base64')}`;
const OTHER_SECRET = `whsec_${randomBytes(32).toString('base64')}`;
const BODY = JSON.stringify({
  type: 'record.created',
  timestamp: '2026-01-02T03:04:05.678Z',
  data: { storeId: 'S'.repeat(16), recordId: 'Ünïcode \u2028 🎈', version: 7 },
});
const MINUTE = 60_000;

interface Sent {
  readonly id?: string;
  readonly at?: number;
  readonly body?: string;
  /** Secrets whose signatures the message has, in order. */
  readonly secrets?: readonly string[];
}

/** Returns the headers of a message as the official library signs it. */
function headersOf({ id = 'msg_1', at = Date.now(), body = BODY, secrets = [SECRET] }: Sent = {}) {
  const signatures = secrets.map((secret) => new Webhook(secret).sign(id, new Date(at), body));
  return {
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(at / 1_000)),
    'webhook-signature': signatures.join(' '),
  };
}

function requestOf(headers: Record<string, string>, body: string | Uint8Array<ArrayBuffer> = BODY): Request {
  return new Request('https://receiver.example/hook', { method: 'POST', headers, body });
}

describe('verifyWebhook', () => {
  test('accepts what the official library signs', verifies('webhooks.verify'), async () => {
    const message = await verifyWebhook(requestOf(headersOf()), SECRET);
    expect(message).toEqual({ id: 'msg_1', ...JSON.parse(BODY) });
    expect(new Webhook(SECRET).verify(BODY, headersOf())).toEqual(JSON.parse(BODY));
  });

  test('takes headers and a body that a server of Node has read', async () => {
    const headers = headersOf();
    const bytes = new TextEncoder().encode(BODY);
    await expect(verifyWebhook({ headers, body: BODY }, SECRET)).resolves.toMatchObject({ id: 'msg_1' });
    await expect(verifyWebhook({ headers, body: bytes }, SECRET)).resolves.toMatchObject({ id: 'msg_1' });
  });

  test('accepts one of several signatures, while a secret rotates', async () => {
    const headers = headersOf({ secrets: [OTHER_SECRET, SECRET] });
    await expect(verifyWebhook(requestOf(headers), SECRET)).resolves.toMatchObject({ id: 'msg_1' });
    await expect(verifyWebhook(requestOf(headers), OTHER_SECRET)).resolves.toMatchObject({ id: 'msg_1' });
    const withOthers = `v1a,${'A'.repeat(86)}== v2,x ${headersOf()['webhook-signature']}`;
    const message = await verifyWebhook(
      requestOf({ ...headersOf(), 'webhook-signature': withOthers }),
      SECRET,
    );
    expect(message.id).toBe('msg_1');
  });

  test('agrees with the official library on a thousand messages, of which half are altered', async () => {
    for (let index = 0; index < 1_000; index++) {
      const id = `msg_${randomBytes(6).toString('base64url')}`;
      const body = JSON.stringify({
        type: 'record.updated',
        data: { text: randomBytes(index % 97).toString('utf8') },
      });
      const headers = headersOf({ id, body });
      const sent = index % 2 === 0 ? body : body.replace('updated', 'created');
      let official = true;
      try {
        new Webhook(SECRET).verify(sent, headers);
      } catch {
        official = false;
      }
      const own = await verifyWebhook({ headers, body: sent }, SECRET).then(
        () => true,
        () => false,
      );
      expect(own).toBe(official);
      expect(own).toBe(index % 2 === 0);
    }
  });

  test.for<[what: string, headers: Record<string, string>, body?: string]>([
    ['another secret', headersOf({ secrets: [OTHER_SECRET] })],
    ['another body', headersOf(), `${BODY} `],
    ['another id', { ...headersOf(), 'webhook-id': 'msg_2' }],
    ['another time', { ...headersOf(), 'webhook-timestamp': String(Math.floor(Date.now() / 1_000) - 1) }],
    ['an id with a dot that moves the parts', { ...headersOf({ id: 'a.1' }), 'webhook-id': 'a' }],
    ['a time of six minutes ago', headersOf({ at: Date.now() - 6 * MINUTE })],
    ['a time in six minutes', headersOf({ at: Date.now() + 6 * MINUTE })],
    ['a time that is no number', { ...headersOf(), 'webhook-timestamp': 'NaN' }],
    ['a time in hexadecimal digits', { ...headersOf(), 'webhook-timestamp': '0x65' }],
    ['no id', { ...headersOf(), 'webhook-id': '' }],
    ['no signature', { ...headersOf(), 'webhook-signature': '' }],
    [
      'a signature of another version',
      { ...headersOf(), 'webhook-signature': headersOf()['webhook-signature'].replace('v1,', 'v2,') },
    ],
    ['a signature that is no base64', { ...headersOf(), 'webhook-signature': 'v1,ä' }],
    ['an empty signature', { ...headersOf(), 'webhook-signature': 'v1,' }],
    [
      'a shorter signature',
      { ...headersOf(), 'webhook-signature': headersOf()['webhook-signature'].slice(0, -8) },
    ],
  ])('refuses %s', async ([, headers, body]) => {
    await expect(verifyWebhook({ headers, body: body ?? BODY }, SECRET)).rejects.toThrow(UnauthorizedError);
  });

  test('refuses no headers at all', async () => {
    await expect(verifyWebhook({ headers: {}, body: BODY }, SECRET)).rejects.toThrow(UnauthorizedError);
    await expect(verifyWebhook(requestOf({}), SECRET)).rejects.toThrow(UnauthorizedError);
  });

  test('accepts a time of four minutes ago', async () => {
    const headers = headersOf({ at: Date.now() - 4 * MINUTE });
    await expect(verifyWebhook(requestOf(headers), SECRET)).resolves.toBeDefined();
  });

  test('signs the exact bytes, also with a byte order mark', async () => {
    const body = `\uFEFF${BODY}`;
    const message = await verifyWebhook(requestOf(headersOf({ body }), body), SECRET);
    expect(message.type).toBe('record.created');
  });

  test.for(['', 'whsec_', 'whsec_ä', 'secret', SECRET.slice(6)])(
    'names a secret of another form: %j',
    async (secret) => {
      await expect(verifyWebhook(requestOf(headersOf()), secret)).rejects.toThrow(ValidationError);
    },
  );
});
