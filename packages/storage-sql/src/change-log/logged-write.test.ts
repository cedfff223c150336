import { expect, test } from 'vitest';
import { authored } from './logged-write.ts';

test('of the key that makes a write only the id and the name cross to the writer', () => {
  const key = { id: 'k', name: 'Key', readOnly: true, addresses: ['10.0.0.0/8'] };
  expect(authored({ by: key })).toEqual({ by: { id: 'k', name: 'Key' } });
  expect([authored({ by: null }), authored({}), authored()]).toEqual(Array(3).fill({ by: null }));
});
