import type { Command } from 'commander';
import type { CommandContext } from '../command-context.ts';
import {
  accountCommand,
  listOptions,
  nameOptions,
  namesOption,
  requireName,
  withExample,
} from '../options.ts';

export function addKeyCommands(root: Command, { terminal }: CommandContext): void {
  const keys = root.command('keys').description('the API keys of an account');
  const create = accountCommand(keys, 'create', 'create a key, which is shown only once');
  nameOptions(create, 'key')
    .option('--store <store>', 'restrict the key to the store with this id or name')
    .option('--expires-at <time>', 'when the key expires, such as 2027-01-01 or 2027-01-01T12:00:00Z')
    .option('--read-only', 'the key may change nothing')
    .addOption(
      namesOption(
        '--addresses <range,…>',
        'IP addresses or CIDR ranges from which the key may be used',
        'any',
      ),
    )
    .option('--json', 'print JSON')
    .action(async (name: string | undefined, flags) => {
      const { createKey } = await import('../../accounts/keys.ts');
      await createKey(terminal, { ...flags, name: requireName(name, flags) });
    });
  withExample(create, 'vitrine keys create kiosk --store Airports --read-only --expires-at 2027-01-01');

  const list = accountCommand(keys, 'list', 'list the keys, newest first, without secrets').action(
    async (flags) => {
      const { listKeys } = await import('../../accounts/keys.ts');
      await listKeys(terminal, flags);
    },
  );
  withExample(listOptions(list), 'vitrine keys list --json');

  const revoke = accountCommand(keys, 'revoke', 'revoke a key; it stops working at once')
    .argument('<key>', 'the id or the name that "keys list" shows')
    .action(async (key: string, flags) => {
      const { revokeKey } = await import('../../accounts/keys.ts');
      await revokeKey(terminal, key, flags);
    });
  withExample(revoke, 'vitrine keys revoke kiosk');
}
