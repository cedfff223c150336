import type { ApiKeySummary } from '@vitrine/core';
import { type AccountFlags, withAccount } from './database.ts';
import { printLine, printTable, type Terminal } from './terminal.ts';

export interface CreateKeyFlags {
  readonly name: string;
  readonly store?: string;
  readonly expiresAt?: string;
  readonly readOnly?: boolean;
  readonly addresses: readonly string[];
  readonly json?: boolean;
}

/** `vitrine keys create`: an account key, or with `--store` a key for that store; shown this once. */
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
    printLine(terminal.stderr, 'Keep the key: it is shown this once.');
  });
}

/** `vitrine keys list`, newest first, without secrets. */
export function listKeys(terminal: Terminal, flags: AccountFlags & { json?: boolean }): Promise<void> {
  return withAccount(terminal, flags, async (vitrine, principal) => {
    const keys: ApiKeySummary[] = [];
    let cursor: string | undefined;
    do {
      const page = await vitrine.apiKeys.list(principal, {
        limit: 100,
        ...(cursor === undefined ? {} : { cursor }),
      });
      keys.push(...page.items);
      cursor = page.cursor;
    } while (cursor !== undefined);
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

/** `vitrine keys revoke`: the key stops working at once, also in a server that runs. */
export function revokeKey(terminal: Terminal, keyId: string, flags: AccountFlags): Promise<void> {
  return withAccount(terminal, flags, async (vitrine, principal) => {
    await vitrine.apiKeys.revoke(principal, keyId);
    printLine(terminal.stdout, `revoked  ${keyId}`);
  });
}
