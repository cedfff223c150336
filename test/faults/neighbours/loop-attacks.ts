import { type Account, ask } from './account.ts';
import type { Attack } from './assault.ts';

const TOOL_HEADERS = { accept: 'application/json, text/event-stream', 'mcp-protocol-version': '2025-03-26' };

/** Creates a store of 500 records of 1.5 kB. */
async function createStore(account: Account): Promise<string> {
  const { id } = await ask<{ id: string }>(account, 'POST', '/v2/stores', {
    name: 'Tools',
    properties: [
      { name: 'k', type: 'string', unique: true },
      { name: 't', type: 'string' },
    ],
  });
  for (let batch = 0; batch < 5; batch++) {
    const records = Array.from({ length: 100 }, (_, i) => ({
      k: `k${batch}-${i}`,
      t: 'abcdefghij'.repeat(150),
    }));
    await ask(account, 'POST', `/v2/stores/${id}/records/batch`, { records });
  }
  return id;
}

function toolCalls(storeId: string, messages: number): string {
  const call = { name: 'store_query', arguments: { mode: 'search', limit: 50, storeId } };
  const batch = Array.from({ length: messages }, (_, id) => ({
    jsonrpc: '2.0',
    id,
    method: 'tools/call',
    params: call,
  }));
  return JSON.stringify(messages === 1 ? batch[0] : batch);
}

/** Returns a body with members that the store does not have. */
function unknownMembers(count: number, value: string | number): string {
  return JSON.stringify(Object.fromEntries(Array.from({ length: count }, (_, i) => [`x${i}`, value])));
}

/** Attacks that keep the main thread busy. */
export const LOOP_ATTACKS: Readonly<Record<string, Attack>> = {
  'batches of tool calls, too large ones, and single calls': async (account) => {
    const storeId = await createStore(account);
    const [batch, single, large] = [10, 1, 50].map((messages) => toolCalls(storeId, messages));
    return async ({ repeat, send }) => {
      const call = (kind: string, body = '') => send(kind, '/store_mcp', { body, headers: TOOL_HEADERS });
      await Promise.all([
        repeat(24, () => call('batch', batch)),
        repeat(24, () => call('single', single)),
        repeat(4, () => call('large batch', large)),
      ]);
    };
  },

  'bodies of megabytes that are refused or find nothing': async (account) => {
    const records = `/v2/stores/${await createStore(account)}/records`;
    const validate = unknownMembers(60, 'abcdefghij'.repeat(6_400));
    const search = JSON.stringify({
      filters: Array.from({ length: 50 }, (_, i) => ({
        field: 't',
        op: 'in',
        value: Array.from({ length: 100 }, (_, j) => `${'v'.repeat(700)}${i}_${j}`),
      })),
    });
    return async ({ repeat, send }) => {
      await Promise.all([
        repeat(8, () => send('validate', `${records}/validate`, { body: validate })),
        repeat(8, () => send('search', `${records}/search`, { body: search })),
      ]);
    };
  },

  'bodies and pages that are nearly large': async (account) => {
    const records = `/v2/stores/${await createStore(account)}/records`;
    const validate = unknownMembers(5_500, 1);
    const batch = JSON.stringify({
      records: Array.from({ length: 100 }, (_, r) => ({ k: `n${r}`, ...JSON.parse(unknownMembers(60, 1)) })),
    });
    return async ({ repeat, send }) => {
      await Promise.all([
        repeat(12, () => send('members', `${records}/validate`, { body: validate })),
        repeat(12, () => send('batch', `${records}/batch`, { body: batch })),
        repeat(12, () => send('page', `${records}?limit=100`)),
      ]);
    };
  },
};
