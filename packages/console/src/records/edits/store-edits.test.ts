import type { AnyRow, Client } from '@vitrine/client';
import { expect, test } from 'vitest';
import { stubBrowser } from '../../../../../test/console/shared-tabs.ts';

stubBrowser();
const { StoreEdits } = await import('./store-edits.ts');

test('a response that comes late takes no record back to an earlier version', () => {
  const edits = new StoreEdits({ store: () => ({}) } as unknown as Client, 'account', 'store');
  const shown: AnyRow[] = [];
  edits.watch({ onReceived: (row) => shown.push(row), onAdded() {}, onListed() {} });
  const version = (date_updated: string): AnyRow => ({ id: 'r1', date_created: '2026-01-01', date_updated });
  const [first, second, again] = [version('2026-01-01'), version('2026-01-02'), version('2026-01-02')];
  edits.receive(second);
  edits.receiveRead(first);
  expect(edits.versions.get('r1')).toBe(second);
  // The one that was received last has the current entity tag.
  edits.receiveRead(again);
  expect(edits.versions.get('r1')).toBe(again);
  expect(shown).toEqual([second, second, again]);
  // A record that was written here is the latest one, also if the clock of its server is behind.
  edits.receive(first);
  expect(edits.versions.get('r1')).toBe(first);
});
