import { readVersion } from '@vitrine/http/program';
import { Command, CommanderError } from 'commander';
import { addAccountCommands } from './commands/accounts/accounts.ts';
import { addKeyCommands } from './commands/accounts/keys.ts';
import { addWebhookCommands } from './commands/accounts/webhooks.ts';
import type { CommandContext } from './commands/command-context.ts';
import { addLocationCommands } from './commands/maps/locations.ts';
import { addMapCommands } from './commands/maps/maps.ts';
import { exampleOf } from './commands/options.ts';
import { addFontCommands } from './commands/pictures/fonts.ts';
import { addImageCommands } from './commands/pictures/images.ts';
import { addLiveCommands } from './commands/pictures/live.ts';
import { addTimerCommands } from './commands/pictures/timers.ts';
import { addRestoreCommands } from './commands/records/history.ts';
import { addQueryCommand } from './commands/records/query.ts';
import { addRecordCommands } from './commands/records/records.ts';
import { addSummarizeCommand } from './commands/records/summarize.ts';
import { addMaintenanceCommands } from './commands/server/maintenance.ts';
import { addServeCommand } from './commands/server/serve.ts';
import { addServerCommands } from './commands/server/server.ts';
import { addImportCommands } from './commands/stores/imports.ts';
import { addStoreCommands } from './commands/stores/stores.ts';
import { addTypesCommand } from './commands/stores/types.ts';
import { addViewCommands } from './commands/stores/views.ts';
import { suggestCommands } from './commands/suggest-command.ts';
import { EXIT } from './terminal/command-error.ts';
import { plain, printLine, type Terminal } from './terminal/terminal.ts';

/**
 * Runs the command line and resolves with the exit code. All output goes through the terminal, and nothing here ends
 * the process. Each command imports its code when it runs, so that help and usage errors load neither services nor
 * databases.
 */
export async function runCli(args: readonly string[], terminal: Terminal): Promise<number> {
  let exitCode: number = EXIT.ok;
  const context: CommandContext = {
    terminal,
    setExitCode(code) {
      exitCode = code;
    },
  };
  const root = createRootCommand(context, args);
  try {
    await root.parseAsync(withoutMisplacedHelp(root, args), { from: 'user' });
    return exitCode;
  } catch (error) {
    // Commander has already printed the error. It also throws after help and version, with exit code 0.
    if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.ok : EXIT.usage;
    const { toCommandError } = await import('./terminal/to-command-error.ts');
    const failure = toCommandError(error);
    printLine(terminal.stderr, `error: ${failure.message.replace(/\s*\n\s*/g, ' ')}`);
    if (terminal.env.VITRINE_LOG_LEVEL === 'debug') {
      for (const line of describeStack(failure).split('\n')) printLine(terminal.stderr, line);
    }
    return failure.exitCode;
  }
}

function createRootCommand(context: CommandContext, args: readonly string[]): Command {
  const { terminal } = context;
  const root = new Command('vitrine')
    .description(
      'Record stores, images, fonts, timers and maps behind one HTTP interface, stored in one database.',
    )
    .version(readVersion())
    .exitOverride()
    .configureOutput({
      writeOut: (text) => terminal.stdout.write(text),
      writeErr: (text) => terminal.stderr.write(text),
      // Commander puts its hint ("Did you mean --port?") on a second line.
      outputError(text, write) {
        const line = text.trim().replace(/\s*\n\s*/g, ' ');
        write(`${plain(withHint(line, root, args))}\n`);
      },
    })
    .addHelpText(
      'after',
      '\nWithout a command, vitrine runs the server: `vitrine --port 9000` is `vitrine serve --port 9000`.\n' +
        'The commands open the database directly and also work while a server uses it.',
    );
  // The help lists the commands in this order.
  addServeCommand(root, context);
  // A server starts without the other commands.
  if (args[0] === 'serve') return root;
  addAccountCommands(root, context);
  addKeyCommands(root, context);
  addMapCommands(root, context);
  addLocationCommands(root, context);
  addStoreCommands(root, context);
  addTypesCommand(root, context);
  addRecordCommands(root, context);
  addImportCommands(root, context);
  addViewCommands(root, context);
  addRestoreCommands(root, context);
  addQueryCommand(root, context);
  addSummarizeCommand(root, context);
  addImageCommands(root, context);
  addTimerCommands(root, context);
  addLiveCommands(root, context);
  addFontCommands(root, context);
  addWebhookCommands(root, context);
  addServerCommands(root, context);
  addMaintenanceCommands(root, context);
  return root;
}

/** Errors about the form of a command for which Commander has no hint. */
const WRONG_FORM = /unknown option '[^']*'$|missing required argument|too many arguments/;

/** Adds what to write instead. */
function withHint(line: string, root: Command, args: readonly string[]): string {
  if (/unknown command '[^']*'$/.test(line)) return withSuggestions(line, root, args);
  const example = WRONG_FORM.test(line) ? exampleOf(commandOf(root, args)) : undefined;
  return example === undefined ? line : `${line.replace(/\.$/, '')}. Example: ${example}`;
}

/** Returns the command that the first arguments name. */
function commandOf(root: Command, args: readonly string[]): Command {
  let command = root;
  for (const name of args) {
    const next = command.commands.find((candidate) => candidate.name() === name);
    if (next === undefined) break;
    command = next;
  }
  return command;
}

/** Adds the commands of other groups that were probably meant, where none beside the unknown one is similar. */
function withSuggestions(line: string, root: Command, args: readonly string[]): string {
  const isOption = (word: string) => word.startsWith('-');
  const given = args[0] === 'help' ? args.slice(1) : args;
  const end = given.findIndex(isOption);
  const found = suggestCommands(root, end < 0 ? given : given.slice(0, end));
  const hint =
    found.length === 0
      ? '"vitrine --help" lists all commands.'
      : `Did you mean ${found.map((path) => JSON.stringify(`vitrine ${path}`)).join(' or ')}?`;
  return `${line}. ${hint}`;
}

/**
 * Returns the arguments without `--help` and `-h` if they name an unknown command. Commander would otherwise show the
 * help of the parent command and succeed.
 */
function withoutMisplacedHelp(root: Command, args: readonly string[]): readonly string[] {
  const names = args[0] === 'help' ? args.slice(1) : args;
  let command = root;
  for (const name of names) {
    if (name.startsWith('-') || command.commands.length === 0) return args;
    const next = command.commands.find((candidate) => candidate.name() === name);
    if (next === undefined) return names.filter((argument) => argument !== '--help' && argument !== '-h');
    command = next;
  }
  return args;
}

function describeStack(error: Error): string {
  const cause = error.cause instanceof Error ? error.cause : error;
  return cause.stack ?? String(cause);
}
