import fc from 'fast-check';
import { Webhook } from 'standardwebhooks';
import { expect, test } from 'vitest';
import { createWebhookSecret, signatureHeaders } from '../../packages/core/src/webhooks/signature.ts';
import { rounds } from '../nightly.ts';
import { verifies } from '../requirements.ts';

test('the official library verifies any message, with each secret that is valid', {
  ...verifies('webhooks.standard', 'webhooks.secret'),
}, () => {
  const message = fc.record({ id: fc.stringMatching(/^msg_[\w-]{1,40}$/), body: fc.json() });
  fc.assert(
    fc.property(message, fc.integer({ min: 1, max: 3 }), ({ id, body }, count) => {
      const now = Date.now();
      const secrets = Array.from({ length: count }, (_, i) => ({
        secret: createWebhookSecret(),
        until: i === 0 ? null : now + i,
      }));
      const over = { secret: createWebhookSecret(), until: now };
      const headers = signatureHeaders([...secrets, over], { id, body }, now);
      for (const { secret } of secrets) {
        expect(new Webhook(secret).verify(body, headers)).toEqual(JSON.parse(body));
      }
      expect(() => new Webhook(over.secret).verify(body, headers)).toThrow('No matching signature');
      expect(() => new Webhook(secrets[0]?.secret ?? '').verify(`${body} `, headers)).toThrow();
    }),
    { numRuns: rounds(1_000, 10_000) },
  );
});
