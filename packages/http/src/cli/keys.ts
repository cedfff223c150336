import type { ApiKeySummary } from '@vitrine/core/contracts';
import { type AccountFlags, withAccount } from './database.ts';
import { listAll } from './pages.ts';
import { printLine, printTable, type Terminal } from './terminal.ts';

export interface CreateKeyFlags {
  readonly name: string;
  readonly store?: string;
  readonly expiresAt?: string;
  readonly readOnly?: boolean;
  readonly addresses: readonly string[];
  readonly json?: boolean;
}

/** Runs `vitrine keys create`: creates an account key, or with `--store` a store key, and shows it once. */
export function createKey(terminal: Terminal, flags: AccountFlags & CreateKeyFlags): Promise<void> {
  return withAccount(terminal, flags, async (vitrine, principal) => {
    const created = await vitrine.apiKeys.create(principal, {
      name: flags.name,
      ...(flags.store === undefined ? {} : { storeId: flags.store }),
      ...(flags.expiresAt === undefined ? {} : { expiresAt: flags.expiresAt }),
      ...(flags.readOnly === true ? { readOnly: true } : {}),
      ...(flags.addresses.length === 0 ? {} : { addresses: [...flags.addresses] }),
    });
    if (flags.json === true) {
      printLine(terminal.stdout, JSON.stringify(created));
      return;
    }
    printLine(terminal.stdout, `id   ${created.keyId}`);
    printLine(terminal.stdout, `key  ${created.key}`);
    printLine(terminal.stderr, 'Save the key: it is shown only once.');
  });
}

/** Runs `vitrine keys list`: prints the keys, newest first, without secrets. */
export function listKeys(terminal: Terminal, flags: AccountFlags & { json?: boolean }): Promise<void> {
  return withAccount(terminal, flags, async (vitrine, principal) => {
    const keys = await listAll((cursor) =>
      vitrine.apiKeys.list(principal, { limit: 100, ...(cursor === undefined ? {} : { cursor }) }),
    );
    if (flags.json === true) {
      printLine(terminal.stdout, JSON.stringify(keys));
      return;
    }
    const rows = keys.map((key) => [
      key.keyId,
      key.storeId === undefined ? 'account' : `store ${key.storeId}`,
      restrictionsOf(key),
      key.prefix === '' ? '-' : `${key.prefix}…`,
      key.lastUsed ?? 'never',
      key.date_created,
      key.name,
    ]);
    printTable(terminal.stdout, ['ID', 'SCOPE', 'RESTRICTED', 'KEY', 'LAST USED', 'CREATED', 'NAME'], rows);
  });
}

function restrictionsOf({ readOnly, expiresAt, addresses }: ApiKeySummary): string {
  const restrictions = [
    ...(readOnly === true ? ['read-only'] : []),
    ...(expiresAt === undefined ? [] : [`until ${expiresAt}`]),
    ...(addresses === undefined ? [] : [`from ${addresses.join(' ')}`]),
  ];
  return restrictions.length === 0 ? '-' : restrictions.join(', ');
}

/** Runs `vitrine keys revoke`: the key stops working at once, in running servers too. */
export function revokeKey(terminal: Terminal, keyId: string, flags: AccountFlags): Promise<void> {
  return withAccount(terminal, flags, async (vitrine, principal) => {
    await vitrine.apiKeys.revoke(principal, keyId);
    printLine(terminal.stdout, `revoked  ${keyId}`);
  });
}
