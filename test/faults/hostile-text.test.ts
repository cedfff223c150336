import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { AttackedServer } from './attacked-server.ts';

/** A quarter of a megabyte of combining marks in the wrong order. */
const MARKS = '\u0316\u0301'.repeat(60_000);
const MEMBERS = Array.from({ length: 300_000 }, (_, i) => `"m${i}":0`).join(',');

describe.each(['SQLite', 'PostgreSQL'] as const)(
  'a server on %s refuses expensive bodies without delaying others:',
  (kind) => {
    let attacked: AttackedServer;

    beforeAll(async () => {
      attacked = await AttackedServer.start(kind);
      // The first requests compile contracts and load modules, which the attack does not cause.
      await post('/v2/timer-frames', '{}');
      await post('/v2/stores', '{}');
    }, 120_000);
    afterAll(() => attacked.end());

    async function post(path: string, body: string): Promise<number> {
      const response = await attacked.post(attacked.attacker, path, body);
      await response.arrayBuffer();
      return response.status;
    }

    async function storeWithUrl(): Promise<string> {
      const store = { name: 'S', properties: [{ name: 'link', type: 'url_link' }] };
      const response = await attacked.post(attacked.attacker, '/v2/stores', store);
      return ((await response.json()) as { id: string }).id;
    }

    /** Sends the body a few times, one after the other. */
    async function expectHarmless(title: string, path: string, body: string): Promise<void> {
      const statuses = await attacked.attack(title, async () => {
        const received: number[] = [];
        for (let i = 0; i < 4; i++) received.push(await post(path, body));
        return received;
      });
      expect(statuses).toEqual([400, 400, 400, 400]);
    }

    test('a property name of combining marks', async () => {
      const body = JSON.stringify({ name: 'S', properties: [{ name: `a${MARKS}`, type: 'string' }] });
      await expectHarmless('a name of marks', '/v2/stores', body);
    });

    test('a URL whose host is made of combining marks', async () => {
      const url = `http://${MARKS}.example/`;
      const records = `/v2/stores/${await storeWithUrl()}/records`;
      await expectHarmless('a link of marks', records, JSON.stringify({ link: url }));
      await expectHarmless('a font at a host of marks', '/v2/fonts/from-url', JSON.stringify({ url }));
    });

    test('300,000 unknown members, of a body and of a design', async () => {
      await expectHarmless('members of a body', '/v2/stores', `{${MEMBERS}}`);
      const design = `{"conversationId":"c","design":{${MEMBERS}}}`;
      await expectHarmless('members of a design', '/v2/timer-frames', design);
    });

    test('a million elements or empty objects where a hundred may be, and two million brackets', async () => {
      const elements = `{"name":"S","properties":[${'0,'.repeat(2_000_000)}0]}`;
      await expectHarmless('two million elements', '/v2/stores', elements);
      const objects = `{"name":"S","properties":[${'{},'.repeat(1_300_000)}{}]}`;
      await expectHarmless('a million objects', '/v2/stores', objects);
      const brackets = `${'['.repeat(2_000_000)}${']'.repeat(2_000_000)}`;
      await expectHarmless('two million brackets', '/v2/stores', brackets);
    });
  },
);
