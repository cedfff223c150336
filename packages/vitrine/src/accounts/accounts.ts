import { accountPrincipal } from '@vitrine/core';
import { type DatabaseFlags, withVitrine } from '../database/database.ts';
import { printList } from '../lists/print-list.ts';
import type { Column } from '../lists/table.ts';
import { printLine, type Terminal } from '../terminal/terminal.ts';

/** The name of an account's first key. */
export const FIRST_KEY_NAME = 'first key';

/** Runs `vitrine accounts create`: creates an account and its first key, which is shown only once. */
export function createAccount(
  terminal: Terminal,
  flags: DatabaseFlags & { name: string; json?: boolean },
): Promise<void> {
  return withVitrine(terminal, flags, { mayCreate: true }, async (vitrine) => {
    const account = await vitrine.accounts.create(flags.name);
    const { keyId, key } = await vitrine.apiKeys.create(accountPrincipal(account.id), {
      name: FIRST_KEY_NAME,
    });
    if (flags.json === true) {
      printLine(terminal.stdout, JSON.stringify({ accountId: account.id, name: account.name, keyId, key }));
      return;
    }
    printLine(terminal.stdout, `account  ${account.id}  ${account.name}`);
    printLine(terminal.stdout, `key      ${key}`);
    printLine(terminal.stderr, 'Save the key: it is shown only once.');
  });
}

/** Runs `vitrine accounts list`: prints the accounts, oldest first. */
export function listAccounts(terminal: Terminal, flags: DatabaseFlags & { json?: boolean }): Promise<void> {
  return withVitrine(terminal, flags, { mayCreate: false }, async (vitrine) => {
    const accounts = (await vitrine.accounts.list()).map(({ id, name, createdAt }) => ({
      accountId: id,
      name,
      date_created: new Date(createdAt).toISOString(),
    }));
    await printList(terminal, flags, ACCOUNT_COLUMNS, [accounts]);
  });
}

const ACCOUNT_COLUMNS: readonly Column<{ accountId: string; name: string; date_created: string }>[] = [
  { header: 'ID', cell: ({ accountId }) => accountId, whole: true },
  { header: 'CREATED', cell: (account) => account.date_created },
  { header: 'NAME', cell: ({ name }) => name },
];
