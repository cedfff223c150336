import type { Command } from 'commander';
import type { Flags } from '../../settings/config.ts';
import { SETTINGS } from '../../settings/settings.ts';
import type { CommandContext } from './command-context.ts';
import { variablesOf } from './options.ts';

export function addServeCommand(root: Command, { terminal }: CommandContext): void {
  const command = root.command('serve').description('run the server; the first start creates an account');
  for (const setting of Object.values(SETTINGS)) {
    const { flag, placeholder, description, fallback, isSwitch } = setting;
    const shownDefault = fallback === undefined ? '' : `, default ${fallback}`;
    const value = isSwitch ? `[${placeholder}]` : `<${placeholder}>`;
    command.option(`${flag} ${value}`, `${description} (${variablesOf(setting)}${shownDefault})`);
  }
  command.action(async (flags: Flags) => {
    const { serve } = await import('../serve.ts');
    await serve(terminal, flags);
  });
}
