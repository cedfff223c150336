import { afterEach, expect, test } from 'vitest';
import { joinTabs } from './tabs.ts';

const channels: BroadcastChannel[] = [];

afterEach(() => {
  for (const channel of channels.splice(0)) channel.close();
});

/** A tab with the key that it has, which follows the others. */
function openTab(first: string | null, usedAt = 0, name = 'console') {
  const channel = new BroadcastChannel(name);
  channels.push(channel);
  const tab = { key: first };
  const tabs = joinTabs(channel, {
    keyOf: () => tab.key,
    usedAt: () => usedAt,
    onSignedIn: (key) => {
      tab.key ??= key;
    },
    onSignedOut: () => {
      tab.key = null;
    },
  });
  return { tab, tabs };
}

test('a new tab gets the key of another one', async () => {
  openTab('account-key');
  openTab(null);
  expect(await openTab(null).tabs.ask()).toBe('account-key');
});

test('a new tab gets the key of the tab that was seen last', async () => {
  openTab('older', 1);
  openTab('newer', 3);
  openTab('old', 2);
  expect(await openTab(null).tabs.ask()).toBe('newer');
});

test('a new tab without others gets none, and neither does one of another server', async () => {
  expect(await openTab(null).tabs.ask()).toBeNull();
  openTab('account-key');
  expect(await openTab(null, 0, 'other').tabs.ask()).toBeNull();
});

test('a tab that signs in or out takes the others along', async () => {
  const [one, other] = [openTab(null), openTab(null)];
  one.tabs.tellSignedIn('account-key');
  await expect.poll(() => other.tab.key).toBe('account-key');
  one.tabs.tellSignedOut();
  await expect.poll(() => other.tab.key).toBeNull();
});
