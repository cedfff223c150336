import type { ApiKeySummary } from '@vitrine/core/contracts';
import { type AccountFlags, withAccount } from '../database/database.ts';
import { findKeyId, findStoreId } from '../lists/named-resources.ts';
import { readPages } from '../lists/pages.ts';
import { type ListFlags, printList } from '../lists/print-list.ts';
import type { Column } from '../lists/table.ts';
import { printLine, type Terminal } from '../terminal/terminal.ts';

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
    const storeId =
      flags.store === undefined ? undefined : await findStoreId({ vitrine, principal }, flags.store);
    const created = await vitrine.apiKeys.create(principal, {
      name: flags.name,
      ...(storeId === undefined ? {} : { storeId }),
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
export function listKeys(terminal: Terminal, flags: AccountFlags & ListFlags): Promise<void> {
  return withAccount(terminal, flags, async (vitrine, principal) => {
    const pages = readPages((query) => vitrine.apiKeys.list(principal, query), flags.limit);
    await printList(terminal, flags, KEY_COLUMNS, pages);
  });
}

const KEY_COLUMNS: readonly Column<ApiKeySummary>[] = [
  { header: 'ID', cell: ({ keyId }) => keyId, whole: true },
  { header: 'SCOPE', cell: ({ storeId }) => (storeId === undefined ? 'account' : `store ${storeId}`) },
  { header: 'RESTRICTED', cell: restrictionsOf },
  { header: 'KEY', cell: ({ prefix }) => (prefix === '' ? null : `${prefix}…`) },
  { header: 'LAST USED', cell: ({ lastUsed }) => lastUsed ?? 'never' },
  { header: 'CREATED', cell: (key) => key.date_created },
  { header: 'NAME', cell: ({ name }) => name },
];

function restrictionsOf({ readOnly, expiresAt, addresses }: ApiKeySummary): string | null {
  const restrictions = [
    ...(readOnly === true ? ['read-only'] : []),
    ...(expiresAt === undefined ? [] : [`until ${expiresAt}`]),
    ...(addresses === undefined ? [] : [`from ${addresses.join(' ')}`]),
  ];
  return restrictions.length === 0 ? null : restrictions.join(', ');
}

/** Runs `vitrine keys revoke`: the key stops working at once, in running servers too. */
export function revokeKey(terminal: Terminal, given: string, flags: AccountFlags): Promise<void> {
  return withAccount(terminal, flags, async (vitrine, principal) => {
    const keyId = await findKeyId({ vitrine, principal }, given);
    await vitrine.apiKeys.revoke(principal, keyId);
    printLine(terminal.stdout, `revoked  ${keyId}`);
  });
}
