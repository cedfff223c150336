import { expect, test } from 'vitest';
import { CommandLine } from '../../../test/command-line.ts';

const GROUPS = ['keys', 'maps', 'locations', 'records', 'images', 'fonts', 'timers', 'timers drafts'];
/** A line of a help text that names a command: two spaces, the name, options in brackets. */
const NAMED = /^ {2}([a-z][a-z-]*)(?: \[options\]| <| \[| {2})/;

const line = new CommandLine();

async function helpOf(command: string): Promise<string> {
  return line.succeed(...command.split(' '), '--help');
}

test.each(GROUPS)('the help of every command of vitrine %s has an example of that command', async (group) => {
  const help = await helpOf(group);
  const names = help
    .slice(help.indexOf('Commands:'))
    .split('\n')
    .flatMap((text) => NAMED.exec(text)?.[1] ?? [])
    .filter((name) => name !== 'help' && !GROUPS.includes(`${group} ${name}`));
  expect(names.length).toBeGreaterThanOrEqual(3);
  for (const name of names) {
    expect(await helpOf(`${group} ${name}`)).toMatch(
      new RegExp(`\\nExample:\\n {2}vitrine ${group} ${name}\\b`),
    );
  }
});

test.each(['stores list', 'stores show', 'stores delete'])(
  'the help of vitrine %s has an example of that command',
  async (command) => {
    expect(await helpOf(command)).toMatch(new RegExp(`\\nExample:\\n {2}vitrine ${command}\\b`));
  },
);
