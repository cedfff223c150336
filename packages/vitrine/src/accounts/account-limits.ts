import { accountPrincipal } from '@vitrine/core';
import type { AccountLimitsChange, AccountUsageResponse } from '@vitrine/core/contracts';
import type { LimitedResource } from '@vitrine/core/storage';
import type { Logger } from 'pino';
import { findAccount, withVitrine } from '../database/database.ts';
import { type Column, printTable } from '../lists/table.ts';
import { formatCount, printLine, type Terminal } from '../terminal/terminal.ts';
import { LIMIT_FLAGS, type LimitsFlags } from './account-limit-flags.ts';

/** Runs `vitrine accounts limits`: changes the given quotas, then prints all quotas with the usage. */
export function accountLimits(terminal: Terminal, given: string, flags: LimitsFlags): Promise<void> {
  return withVitrine(terminal, flags, { mayCreate: false }, async ({ accounts }) => {
    const { id: accountId } = findAccount(await accounts.list(), given);
    const change: AccountLimitsChange = {};
    for (const { resource } of LIMIT_FLAGS) {
      const limit = flags[resource] ?? (flags.clear === true ? 'off' : undefined);
      if (limit !== undefined) change[resource] = limit === 'off' ? null : limit;
    }
    if (Object.keys(change).length > 0) {
      const log = await openAuditLog(terminal);
      const limits = await accounts.changeLimits(accountId, change);
      log.info({ event: 'limits.changed', accountId, limits }, 'audit');
    }
    const usage = await accounts.usage(accountPrincipal(accountId));
    if (flags.json === true) printLine(terminal.stdout, JSON.stringify(usage));
    else await print(terminal, usage);
  });
}

/** Opens the audit log on stderr. Loads the logger here, because only a change needs it. */
async function openAuditLog({ stderr }: Terminal): Promise<Logger> {
  const [{ pino }, { auditLog }] = await Promise.all([import('pino'), import('@vitrine/http/logs')]);
  return auditLog(pino({ level: 'info' }, { write: (line) => stderr.write(line) }));
}

function print(terminal: Terminal, { resources }: AccountUsageResponse): Promise<void> {
  const columns: Column<LimitedResource>[] = [
    { header: 'RESOURCE', cell: (resource) => resource },
    { header: 'USED', cell: (resource) => formatCount(resources[resource].used), align: 'right' },
    {
      header: 'LIMIT',
      cell: (resource) => {
        const { limit } = resources[resource];
        return limit === null ? 'off' : formatCount(limit);
      },
      align: 'right',
    },
  ];
  return printTable(terminal.stdout, columns, [LIMIT_FLAGS.map(({ resource }) => resource)]);
}
