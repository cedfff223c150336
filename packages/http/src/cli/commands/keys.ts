import type { Command } from 'commander';
import type { CommandContext } from './command-context.ts';
import { accountCommand, listOptions, splitNames } from './options.ts';

export function addKeyCommands(root: Command, { terminal }: CommandContext): void {
  const keys = root.command('keys').description('the API keys of an account');
  accountCommand(keys, 'create', 'create a key, which is shown only once')
    .requiredOption('--name <name>', 'name of the key')
    .option('--store <storeId>', 'restrict the key to this store')
    .option('--expires-at <time>', 'when the key expires, such as 2027-01-01 or 2027-01-01T12:00:00Z')
    .option('--read-only', 'the key may change nothing')
    .option(
      '--addresses <range,…>',
      'IP addresses or CIDR ranges from which the key may be used',
      splitNames,
      [],
    )
    .option('--json', 'print JSON')
    .action(async (flags) => {
      const { createKey } = await import('../keys.ts');
      await createKey(terminal, flags);
    });
  listOptions(accountCommand(keys, 'list', 'list the keys, newest first, without secrets')).action(
    async (flags) => {
      const { listKeys } = await import('../keys.ts');
      await listKeys(terminal, flags);
    },
  );
  accountCommand(keys, 'revoke', 'revoke a key; it stops working at once')
    .argument('<keyId>', 'the id that "keys list" shows')
    .action(async (keyId: string, flags) => {
      const { revokeKey } = await import('../keys.ts');
      await revokeKey(terminal, keyId, flags);
    });
}
