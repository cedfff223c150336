import { ENCODINGS } from '@vitrine/core/server';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { fileVariableOf, type Setting } from '../settings/setting.ts';
import { SETTINGS } from '../settings/settings.ts';
import { CommandError, EXIT } from '../terminal/command-error.ts';

/** The description of an argument that names a store. */
export const STORE = 'the id or the name of the store';

/** The description of an argument that names a map. */
export const MAP = 'the id or the name of the map';

/** Returns the environment variables of a setting, for its help text. */
export function variablesOf(setting: Setting<unknown>): string {
  return setting.isSecret === true ? `${setting.variable} or ${fileVariableOf(setting)}` : setting.variable;
}

/** Adds a command that opens the database itself. */
export function databaseCommand(parent: Command, name: string, description: string): Command {
  const { flag, placeholder, fallback } = SETTINGS.databaseUrl;
  const variables = variablesOf(SETTINGS.databaseUrl);
  return parent
    .command(name)
    .description(description)
    .option(`${flag} <${placeholder}>`, `sqlite:<path> or postgres://… (${variables}, default ${fallback})`);
}

/** Adds a command that acts for one account. */
export function accountCommand(parent: Command, name: string, description: string): Command {
  return databaseCommand(parent, name, description).option(
    '--account <account>',
    'the id or the name of the account; required if there are several',
  );
}

export interface NameFlag {
  readonly name?: string;
}

/** Adds the name of what a command creates: its first argument, or `--name`. */
export function nameOptions(command: Command, subject: string): Command {
  return command
    .argument('[name]', `name of the ${subject}`)
    .option('--name <name>', 'the same as the argument');
}

/** Returns the name that a command has got. @throws CommandError for none, and for two that differ. */
export function requireName(given: string | undefined, flags: NameFlag): string {
  const name = given ?? flags.name;
  if (name === undefined) throw new CommandError(EXIT.usage, 'Expected a name as the first argument.');
  if (flags.name !== undefined && flags.name !== name) {
    throw new CommandError(EXIT.usage, '--name: Expected one name, as the first argument or as --name.');
  }
  return name;
}

/** Adds the options of the commands that list something: `ListFlags`. */
export function listOptions(command: Command): Command {
  return command
    .option('--limit <number>', 'list at most this many (default: all)', readCount)
    .option('--json', 'print one JSON array instead of a table');
}

/** Adds the options of the commands that select records: `FilterFlags`. */
export function filterOptions(command: Command): Command {
  return command
    .addOption(
      repeatedOption('--filter <field:op:value>', 'only matching records, with the operators of a search'),
    )
    .addOption(
      repeatedOption('--where <comparison>', "the same with a sign: 'price<20', 'name~desk' (contains)"),
    )
    .addOption(
      new Option('--match <which>', 'with several filters: match all of them or any (default: all)').choices([
        'all',
        'any',
      ]),
    )
    .option('--time-zone <name>', 'the zone of dates in filters with on, before and after (default: UTC)');
}

/** Adds the option of the commands that also search in all fields: `SearchFlags`. */
export function searchOption(command: Command): Command {
  return command.option(
    '--search <text>',
    'only records with the text in any field, or with this key or number',
  );
}

/** Adds the options of the commands that order records by several properties: `SortFlags`. */
export function sortOptions(command: Command): Command {
  const sort = '--sort <property[:desc]>';
  return command
    .addOption(
      repeatedOption(sort, 'order by a property, id, date_created or date_updated instead', 'newest first'),
    )
    .addOption(directionOption());
}

function directionOption(): Option {
  return new Option('--direction <way>', 'with --sort: upwards or downwards (default: asc)').choices([
    'asc',
    'desc',
  ]);
}

/** Adds the options of the commands that order records: `OrderFlags`. */
export function orderOptions(command: Command): Command {
  return command
    .option('--sort <property>', 'order by a property, id, date_created or date_updated instead')
    .addOption(directionOption());
}

/** Returns the option that names a record by its unique values: `KeyFlags`. */
export function keyOption(): Option {
  return new Option('--key <property=value>', 'a value of the key; repeat it for a key of several properties')
    .argParser(collect)
    .default([], 'none');
}

/**
 * Returns an option that may be repeated: a list, empty without it.
 *
 * @param absent what its absence means, for the help.
 */
export function repeatedOption(flag: string, description: string, absent = 'none'): Option {
  return new Option(flag, `${description}; may be repeated`).argParser(collect).default([], absent);
}

/** Returns an option with names between commas, which may be repeated: a list, empty without it. */
export function namesOption(flag: string, description: string, absent = 'none'): Option {
  return new Option(flag, description).argParser(splitNames).default([], absent);
}

/** Adds the option of the commands that delete permanently: `ConfirmFlags`. */
export function confirmOption(command: Command): Command {
  return command.option('--yes', 'delete without asking; required where no terminal can ask');
}

const FIRST_EXAMPLES = new WeakMap<Command, string>();

/** Returns the first example of a command. Undefined: it is a group of commands. */
export function exampleOf(command: Command): string | undefined {
  return FIRST_EXAMPLES.get(command);
}

/** Adds examples to the help of a command. */
export function withExample(command: Command, ...lines: readonly [string, ...string[]]): Command {
  FIRST_EXAMPLES.set(command, lines[0]);
  const examples = lines.map((line) => `  ${line}`).join('\n');
  return command.addHelpText('after', `\nExample${lines.length === 1 ? '' : 's'}:\n${examples}`);
}

export function unitOption(description: string): Option {
  return new Option('--unit <unit>', description).choices(['mi', 'km']);
}

const DELIMITER_DESCRIPTION =
  'the delimiter of a CSV file; "tab" for a tab (default: detected among comma, semicolon, tab and |)';

export function delimiterOption(): Option {
  return new Option('--delimiter <character>', DELIMITER_DESCRIPTION).argParser(readDelimiter);
}

function encodingOption(): Option {
  return new Option('--encoding <encoding>', 'the encoding of the file (default: detected)').choices(
    ENCODINGS,
  );
}

export function quotesOption(): Option {
  return new Option(
    '--quotes <how>',
    'text: read a quote inside a cell that does not begin with one as a character (default: detected)',
  ).choices(['text']);
}

export function skipLinesOption(): Option {
  return new Option(
    '--skip-lines <count>',
    'the lines above the header to skip (default: detected)',
  ).argParser(readLineCount);
}

/** Adds the options that say how a file is written: `DetectionFlags`. */
export function detectionOptions(command: Command): Command {
  return command
    .addOption(delimiterOption())
    .addOption(encodingOption())
    .addOption(skipLinesOption())
    .addOption(
      new Option('--header <answer>', 'whether the first row names the columns (default: detected)').choices([
        'yes',
        'no',
      ]),
    )
    .addOption(quotesOption())
    .addOption(
      new Option(
        '--dates <order>',
        'day or month first in dates such as 03/04/2026 (default: detected from the column)',
      ).choices(['dmy', 'mdy']),
    )
    .addOption(
      new Option('--decimal <mark>', 'how numbers are written (default: detected)').choices([
        'point',
        'comma',
      ]),
    );
}

/** Adds the options of the commands that read a file of records: `FileFlags`. */
export function csvOptions(command: Command): Command {
  return detectionOptions(command.addOption(ignoreOption()))
    .option('--empty-as-null', 'treat "" in a CSV file like an empty cell: no value')
    .addOption(readFormulasOption())
    .option('--errors <file>', 'the file for refused rows (default: <file>.errors.ndjson)');
}

export function ignoreOption(): Option {
  return namesOption('--ignore <column,…>', 'columns to skip');
}

/** Returns the option of the commands that read a file. */
export function readFormulasOption(): Option {
  return formulasOption("guarded: remove the ' that an export put before formulas");
}

/** Returns the option for the format of a file to read. */
export function fileFormatOption(fallback: string): Option {
  return new Option('--format <format>', `default: ${fallback}`).choices(['csv', 'json', 'ndjson']);
}

export function formulasOption(description: string): Option {
  return new Option('--formulas <how>', `${description}; raw: keep text unchanged`)
    .choices(['guarded', 'raw'])
    .default('guarded');
}

/** Collects the values of an option that may be repeated. */
function collect(value: string, earlier: readonly string[]): string[] {
  return [...earlier, value];
}

/** Reads `a,b`; the option may be repeated. */
function splitNames(value: string, earlier: readonly string[]): string[] {
  return [...earlier, ...value.split(',')];
}

export function readCount(value: string): number {
  if (!/^[1-9]\d{0,14}$/.test(value)) throw new InvalidArgumentError('Expected a whole number from 1.');
  return Number(value);
}

function readLineCount(value: string): number {
  if (!/^(0|[1-9]\d{0,3})$/.test(value)) throw new InvalidArgumentError('Expected a whole number from 0.');
  return Number(value);
}

/** Returns `off` for a quota to remove: Commander treats null as a missing value. */
export function readLimit(value: string): number | 'off' {
  if (value === 'off') return value;
  if (!/^(0|[1-9]\d{0,14})$/.test(value))
    throw new InvalidArgumentError('Expected a whole number from 0, or "off".');
  return Number(value);
}

function readDelimiter(value: string): string {
  if (value === 'tab') return '\t';
  if (!/^[\t !#-~]$/.test(value)) {
    throw new InvalidArgumentError(
      'Expected one ASCII character other than a quote or a line break, or "tab".',
    );
  }
  return value;
}
