import type { Command } from 'commander';
import type { Flags } from '../../settings/config.ts';
import { ON } from '../../settings/setting-values.ts';
import { SETTINGS } from '../../settings/settings.ts';
import type { CommandContext } from '../command-context.ts';
import { variablesOf, withExample } from '../options.ts';

export function addServeCommand(root: Command, { terminal }: CommandContext): void {
  const command = root.command('serve').description('run the server; the first start creates an account');
  for (const setting of Object.values(SETTINGS)) {
    const { flag, placeholder, description, fallback, isSwitch } = setting;
    const shownDefault = fallback === undefined ? '' : `, default ${fallback}`;
    const value = isSwitch ? `[${placeholder}]` : `<${placeholder}>`;
    command.option(`${flag} ${value}`, `${description} (${variablesOf(setting)}${shownDefault})`);
    // The flag that turns off what is on by default: `--no-console`.
    if (isSwitch && fallback === ON) command.option(flag.replace('--', '--no-'), `the same as ${flag} 0`);
  }
  command.action(async (flags: Flags) => {
    const { serve } = await import('../../server/serve.ts');
    await serve(terminal, flags);
  });
  withExample(
    command,
    'vitrine serve --port 9000 --database-url sqlite:./data/vitrine.db',
    'VITRINE_DATABASE_URL=postgres://vitrine@db/vitrine vitrine serve --host 0.0.0.0',
  );
}
