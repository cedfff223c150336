import { readFileSync } from 'node:fs';
import type { StoreRecordRequest, StoreRecordResponse } from '@vitrine/core/contracts';
import { describe, expect, test } from 'vitest';
import { verifies } from '../requirements.ts';
import {
  addRecord,
  createStore,
  expectProblem,
  expectRefused,
  notFound,
  recordPath,
  recordsPath,
  walk,
} from './arrange.ts';
import { onOneStorage } from './world.ts';

type Json = null | boolean | number | string | Json[] | { [member: string]: Json };
type Case = [original: Json, patch: Json, result: Json];

const cases = JSON.parse(readFileSync(new URL('../data/rfc7396.json', import.meta.url), 'utf8')) as Case[];

/** Returns whether all members are scalars, as the values of a record are. Other cases of the RFC must be refused. */
function isFlat(value: Json): value is { [member: string]: string | number | boolean | null } {
  return (
    typeof value === 'object' &&
    value !== null &&
    !Array.isArray(value) &&
    Object.values(value).every((member) => typeof member !== 'object' || member === null)
  );
}

function typeOf(record: Json, name: string): 'string' | 'number' {
  return isFlat(record) && typeof record[name] === 'number' ? 'number' : 'string';
}

onOneStorage((arrange) => {
  describe('the cases of RFC 7396, appendix A', () => {
    test.each(cases.map((each, index) => ({ number: index + 1, each })))(
      'applies number $number to flat records, and refuses it if it is not flat',
      verifies('records.patch.merge-patch', 'operation.patch-record'),
      async ({ each: [original, patch, result] }) => {
        const { a } = await arrange();
        const flat = isFlat(original) ? original : { a: 'foo' };
        const names = [
          ...new Set([
            ...Object.keys(flat),
            ...(isFlat(patch) ? Object.keys(patch) : []),
            'a',
            'b',
            'c',
            'e',
          ]),
        ];
        const store = await createStore(
          a,
          Object.fromEntries(names.map((name) => [name, typeOf(isFlat(result) ? result : flat, name)])),
        );
        const record = await addRecord(a, store, flat);
        const response = await a.patch<StoreRecordResponse>(recordPath(store, record.id), patch);
        const stored = (await a.get(recordPath(store, record.id))).body;
        if (!isFlat(patch) || !isFlat(original) || !isFlat(result)) {
          expectProblem(
            isFlat(patch) ? await a.patch(recordPath(store, record.id), { a: original }) : response,
            400,
            'validation_failed',
          );
          if (!isFlat(patch)) expect(stored).toEqual(record);
          return;
        }
        const values = Object.fromEntries(names.map((name) => [name, result[name] ?? null]));
        expect(response.body).toEqual({ ...record, ...values, date_updated: expect.any(String) });
        expect(stored).toEqual(response.body);
      },
    );
  });

  test('accepts both content types of a patch', verifies('records.patch.content-types'), async () => {
    const { a } = await arrange();
    const store = await createStore(a, { name: 'string' });
    const { id } = await addRecord(a, store, {});
    for (const type of [
      'application/merge-patch+json',
      'application/json',
      'application/json; charset=utf-8',
      'Application/Merge-Patch+JSON',
    ]) {
      const { status, body } = await a.send('PATCH', recordPath(store, id), {
        json: { name: type },
        headers: { 'content-type': type },
      });
      expect({ status, body }).toMatchObject({ status: 200, body: { name: type } });
    }
  });

  test(
    'refuses to change a unique value, and accepts it unchanged in any of its forms',
    verifies('records.patch.unique'),
    async () => {
      const { a } = await arrange();
      const store = await createStore(a, { at: 'unique datetime', shop: 'unique number', name: 'string' });
      const record = await addRecord(a, store, { at: '2026-01-02', shop: 0 });
      const path = recordPath(store, record.id);
      expectRefused(await a.patch(path, { at: '2026-01-03', name: 'x' }), ['at']);
      expectRefused(await a.patch(path, { shop: 1, at: null }), ['shop', 'at']);
      expectRefused(await a.patch(path, { shop: null }), ['shop']);
      expect((await a.get(path)).body).toEqual(record);
      expect(
        (await a.patch(path, { at: '2026-01-02T01:00:00+01:00', shop: -0, name: 'y' })).body,
      ).toMatchObject({ name: 'y', at: record.at });
    },
  );

  test(
    'returns 400 for null on a required property, and changes nothing',
    verifies('records.patch.required'),
    async () => {
      const { a } = await arrange();
      const store = await createStore(a, {
        name: 'required string',
        price: 'required number',
        note: 'string',
      });
      const record = await addRecord(a, store, { name: 'x', price: 1 });
      expectRefused(await a.patch(recordPath(store, record.id), { name: null, price: '', note: 'lost' }), [
        'name',
        'price',
      ]);
      expect((await a.get(recordPath(store, record.id))).body).toEqual(record);
      expect((await a.patch(recordPath(store, record.id), { name: '' })).body).toMatchObject({ name: '' });
    },
  );

  test(
    'changes nothing for {}, and updates date_updated for the same value',
    verifies('records.patch.empty', 'records.patch.same-value'),
    async () => {
      const { a, advance } = await arrange();
      const store = await createStore(a, { sku: 'unique string', name: 'string' });
      const record = await addRecord(a, store, { sku: 'a', name: 'x' });
      const path = recordPath(store, 'a');
      advance(1000);
      expect((await a.patch(path, {})).body).toEqual(record);
      expect((await a.patch(path)).body).toEqual(record);
      const same = await a.patch<StoreRecordResponse>(path, { name: 'x' });
      expect(same.body).toEqual({ ...record, date_updated: expect.any(String) });
      expect(same.body.date_updated > record.date_updated).toBe(true);
      advance(1000);
      const key = await a.patch<StoreRecordResponse>(path, { sku: 'a' });
      expect(key.body.date_updated > same.body.date_updated).toBe(true);
    },
  );

  test('returns 404 for an unknown record with any patch', verifies('errors.404'), async () => {
    const { a } = await arrange();
    const store = await createStore(a, { name: 'string' });
    for (const patch of [{}, { name: 'x' }, { name: 5 }, { colour: 'red' }, [], undefined]) {
      expectProblem(await a.patch(recordPath(store, 'nobody'), patch), ...notFound);
      expectProblem(await a.patch(recordPath(store, '\0'), patch), ...notFound);
    }
    expect(await walk(a, store)).toEqual([]);
  });

  test(
    'reports every issue of a refused patch, and stores nothing of it',
    verifies('problem.all-issues'),
    async () => {
      const { a } = await arrange();
      const store = await createStore(a, { name: 'string', price: 'number', at: 'datetime', good: 'string' });
      const record = await addRecord(a, store, { name: 'x' });
      const patch: StoreRecordRequest = { name: 5, price: 'x', at: '2026-02-30', good: 'fine', other: 1 };
      expectRefused(await a.patch(recordPath(store, record.id), patch), ['name', 'price', 'at', 'other']);
      expect((await a.get(`${recordsPath(store)}`)).body).toMatchObject({ items: [record] });
    },
  );
});
