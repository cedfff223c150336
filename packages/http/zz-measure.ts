import { accountPrincipal, createVitrine, findJsonExcess, memoryStorage, issuesToMap } from '@vitrine/core';
import { createApp } from './src/app.ts';
const vitrine = await createVitrine({ storage: memoryStorage() });
const account = accountPrincipal((await vitrine.accounts.create('A')).id);
const { key } = await vitrine.apiKeys.create(account, { name: 'k' });
const { id } = await vitrine.stores.create(account, { name: 'S', properties: [{ name: 'k', type: 'string', unique: true }, { name: 't', type: 'string' },{ name: 'n', type: 'number' },{ name: 'd', type: 'datetime' }] });
const app = createApp(vitrine);
const dec = new TextDecoder('utf-8', { fatal: true });
const j = JSON.stringify;
const rep = (n: number, f: (i: number) => unknown) => Array.from({ length: n }, (_, i) => f(i));
const cases: [string, string, string][] = [
  ['validate 3.8MB 60 unknown', 'validate', j({ k: 'a', ...Object.fromEntries(rep(60, (i) => [`x${i}`, 'abcdefghij'.repeat(6400)]) as [string, string][]) })],
  ['search 50 in x100x700', 'search', j({ filters: rep(50, (i) => ({ field: 't', op: 'in', value: rep(100, (q) => 'v'.repeat(700) + i + '_' + q) })) })],
  ['batch 100x300 unknown 308kB', 'batch', j({ records: rep(100, (r) => ({ k: `k${r}`, ...Object.fromEntries(rep(300, (i) => [`x${i}`, i]) as [string, number][]) })) })],
  ['batch 100 of 40kB written', 'batch', j({ records: rep(100, (r) => ({ k: `k${r}`, t: 'abcdefghij'.repeat(4000) })) })],
  ['batch 100 of 500B written', 'batch', j({ records: rep(100, (r) => ({ k: `k${r}`, t: 'abcdefghij'.repeat(50), n: r, d: '2024-01-02T03:04:05Z' })) })],
  ['batch 100 of 60B written', 'batch', j({ records: rep(100, (r) => ({ k: `k${r}`, t: 'abc', n: r, d: '2024-01-02T03:04:05Z' })) })],
  ['60kB unknown members', 'validate', j(Object.fromEntries(rep(5500, (i) => [`x${i}`, 1]) as [string, number][]))],
  ['60kB empty records', 'batch', j({ records: rep(100, () => Object.fromEntries(rep(60, (i) => [`${i}`, 1]) as [string, number][])) })],
  ['60kB empties array', 'batch', j({ records: rep(29000, () => 1) })],
  ['60kB in', 'search', j({ filters: rep(50, (i) => ({ field: 't', op: 'in', value: rep(100, (q) => `${i}_${q}`) })) })],
  ['60kB in numbers', 'search', j({ filters: rep(50, (i) => ({ field: 'n', op: 'in', value: rep(100, (q) => i * 1000 + q) })) })],
  ['60kB in dates', 'search', j({ filters: rep(20, (i) => ({ field: 'd', op: 'in', value: rep(100, (q) => `2024-01-02T03:04:${10 + (q % 50)}+02:00`) })) })],
  ['60kB in dates wrong', 'search', j({ filters: rep(50, (i) => ({ field: 'd', op: 'in', value: rep(100, (q) => `x`) })) })],
  ['16kB unknown members', 'validate', j(Object.fromEntries(rep(1500, (i) => [`x${i}`, 1]) as [string, number][]))],
  ['60kB nested', 'batch', '{"records":' + '['.repeat(30000) + ']'.repeat(30000) + '}'],
  ['60kB unknown record members x names long', 'batch-delete', j({ ids: rep(20000, () => 'a') })],
];
for (const [name, op, body] of cases) {
  const bytes = new TextEncoder().encode(body);
  const best = { scan: 1e9, decode: 1e9, parse: 1e9, all: 1e9 };
  for (let round = 0; round < 6; round++) {
    let t = performance.now(); findJsonExcess(bytes); best.scan = Math.min(best.scan, performance.now() - t);
    t = performance.now(); const text = dec.decode(bytes); best.decode = Math.min(best.decode, performance.now() - t);
    t = performance.now(); JSON.parse(text); best.parse = Math.min(best.parse, performance.now() - t);
    const before = process.cpuUsage();
    const res = await app.request(`http://localhost/v2/stores/${id}/records/${op}`, { method: 'POST', headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' }, body: bytes });
    await res.text();
    const { user, system } = process.cpuUsage(before);
    best.all = Math.min(best.all, (user + system) / 1000);
    if (round === 5) console.log(name.padEnd(40), String(bytes.length).padStart(8), res.status, Object.entries(best).map(([k, v]) => `${k} ${v.toFixed(2)}`).join('  '));
  }
}
process.exit();
