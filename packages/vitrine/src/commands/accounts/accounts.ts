import type { Command } from 'commander';
import { LIMIT_FLAGS, type LimitsFlags } from '../../accounts/account-limit-flags.ts';
import type { ImageHostsFlags } from '../../accounts/image-hosts.ts';
import type { CommandContext } from '../command-context.ts';
import { databaseCommand, nameOptions, readLimit, requireName, withExample } from '../options.ts';

export function addAccountCommands(root: Command, { terminal }: CommandContext): void {
  const accounts = root.command('accounts').description('the accounts of the database');
  const create = databaseCommand(
    accounts,
    'create',
    'create an account and its first key, which is shown only once',
  );
  nameOptions(create, 'account')
    .option('--json', 'print JSON')
    .action(async (name: string | undefined, flags) => {
      const { createAccount } = await import('../../accounts/accounts.ts');
      await createAccount(terminal, { ...flags, name: requireName(name, flags) });
    });
  withExample(create, 'vitrine accounts create Shop');

  const list = databaseCommand(accounts, 'list', 'list the accounts')
    .option('--json', 'print JSON')
    .action(async (flags) => {
      const { listAccounts } = await import('../../accounts/accounts.ts');
      await listAccounts(terminal, flags);
    });
  withExample(list, 'vitrine accounts list --json');

  const limits = databaseCommand(
    accounts,
    'limits',
    'show the quotas and the usage of an account, or change the given quotas',
  )
    .argument('<account>', 'the id or the name that "accounts list" shows')
    .option('--clear', 'remove all quotas that are not given')
    .option('--json', 'print JSON');
  for (const { flag, description } of LIMIT_FLAGS) {
    limits.option(
      `--${flag} <number>`,
      `maximum number of ${description}; "off" removes the quota`,
      readLimit,
    );
  }
  limits.action(async (account: string, flags: LimitsFlags) => {
    const { accountLimits } = await import('../../accounts/account-limits.ts');
    await accountLimits(terminal, account, flags);
  });
  withExample(limits, 'vitrine accounts limits Shop --records 100000 --keys off');

  const hosts = databaseCommand(
    accounts,
    'image-hosts',
    'show the hosts from which live images of an account fetch pictures, or replace them',
  )
    .argument('<account>', 'the id or the name that "accounts list" shows')
    .option('--set <hosts>', 'all hosts from now on, separated by commas; *. stands for all subdomains')
    .option('--clear', 'remove all hosts')
    .option('--json', 'print JSON')
    .action(async (account: string, flags: ImageHostsFlags) => {
      const { imageHosts } = await import('../../accounts/image-hosts.ts');
      await imageHosts(terminal, account, flags);
    });
  withExample(hosts, 'vitrine accounts image-hosts Shop --set cdn.example.com,*.example.org');
}
