import { Command, CommanderError, InvalidArgumentError, Option } from 'commander';
import type { Flags } from '../settings/config.ts';
import { fileVariableOf, SETTINGS, type Setting } from '../settings/settings.ts';
import { readVersion } from '../version.ts';
import { LIMIT_FLAGS, type LimitsFlags } from './account-limit-flags.ts';
import type { CopyFlags } from './copy.ts';
import type { ExportFlags } from './export.ts';
import { EXIT } from './failure.ts';
import type { AddImagesFlags } from './images.ts';
import type { ImportFlags } from './import.ts';
import type { ImportLocationsFlags } from './import-locations.ts';
import type { CreateMapFlags } from './maps.ts';
import type { CreateFromFlags } from './store-from-file.ts';
import { plain, printLine, type Terminal } from './terminal.ts';

/**
 * Runs the command line and resolves with the exit code. Everything goes through the terminal; nothing here ends the
 * process. Each command loads its own code, so that help and usage errors appear without the services and databases.
 */
export async function runCli(args: readonly string[], terminal: Terminal): Promise<number> {
  let exitCode: number = EXIT.ok;
  const program = createProgram(terminal, (code) => {
    exitCode = code;
  });
  try {
    await program.parseAsync(withoutVainHelp(program, args), { from: 'user' });
    return exitCode;
  } catch (error) {
    // Commander has said what is wrong already. Asked for help or the version, it "fails" with 0.
    if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.ok : EXIT.usage;
    const { toCommandError } = await import('./command-error.ts');
    const failure = toCommandError(error);
    printLine(terminal.stderr, `error: ${failure.message.replace(/\s*\n\s*/g, ' ')}`);
    if (terminal.env.VITRINE_LOG_LEVEL === 'debug') {
      for (const line of describeStack(failure).split('\n')) printLine(terminal.stderr, line);
    }
    return failure.exitCode;
  }
}

function createProgram(terminal: Terminal, setExitCode: (code: number) => void): Command {
  const program = new Command('vitrine')
    .description(
      'Record stores, images, fonts, timers and maps behind one HTTP interface, kept in one database.',
    )
    .version(readVersion())
    .exitOverride()
    .configureOutput({
      writeOut: (text) => terminal.stdout.write(text),
      writeErr: (text) => terminal.stderr.write(text),
      // Commander puts its hint ("Did you mean --port?") on a second line.
      outputError: (text, write) => write(`${plain(text.trim().replace(/\s*\n\s*/g, ' '))}\n`),
    })
    .addHelpText('after', '\nThe commands work on the database itself, also while a server runs on it.');

  const serveCommand = program
    .command('serve')
    .description('run the server; makes an account at the first start');
  for (const setting of Object.values(SETTINGS)) {
    const { flag, placeholder, description, fallback, isSwitch } = setting;
    const shownDefault = fallback === undefined ? '' : `, default ${fallback}`;
    const value = isSwitch ? `[${placeholder}]` : `<${placeholder}>`;
    serveCommand.option(`${flag} ${value}`, `${description} (${variablesOf(setting)}${shownDefault})`);
  }
  serveCommand.action(async (flags: Flags) => {
    const { serve } = await import('./serve.ts');
    await serve(terminal, flags);
  });

  const accounts = program.command('accounts').description('the accounts of the database');
  databaseCommand(accounts, 'create', 'make an account and its first key, which is shown this once')
    .requiredOption('--name <name>', 'what to call it')
    .option('--json', 'print JSON')
    .action(async (flags) => {
      const { createAccount } = await import('./accounts.ts');
      await createAccount(terminal, flags);
    });
  databaseCommand(accounts, 'list', 'list the accounts')
    .option('--json', 'print JSON')
    .action(async (flags) => {
      const { listAccounts } = await import('./accounts.ts');
      await listAccounts(terminal, flags);
    });

  const limits = databaseCommand(
    accounts,
    'limits',
    'show the quotas of an account and what it uses, or change those that are given',
  )
    .argument('<accountId>', 'the id that "accounts list" shows')
    .option('--clear', 'remove all quotas that are not given')
    .option('--json', 'print JSON');
  for (const { flag, description } of LIMIT_FLAGS) {
    limits.option(`--${flag} <number>`, `${description} at most; "off" removes the quota`, readLimit);
  }
  limits.action(async (accountId: string, flags: LimitsFlags) => {
    const { accountLimits } = await import('./account-limits.ts');
    await accountLimits(terminal, accountId, flags);
  });

  const keys = program.command('keys').description('the API keys of an account');
  accountCommand(keys, 'create', 'make a key, which is shown this once')
    .requiredOption('--name <name>', 'what to call it')
    .option('--store <storeId>', 'a key for this store only')
    .option('--expires-at <time>', 'when it ends, such as 2027-01-01 or 2027-01-01T12:00:00Z')
    .option('--read-only', 'it may change nothing')
    .option('--addresses <range,…>', 'IP addresses or CIDR ranges that it may be used from', splitNames, [])
    .option('--json', 'print JSON')
    .action(async (flags) => {
      const { createKey } = await import('./keys.ts');
      await createKey(terminal, flags);
    });
  accountCommand(keys, 'list', 'list the keys, without secrets')
    .option('--json', 'print JSON')
    .action(async (flags) => {
      const { listKeys } = await import('./keys.ts');
      await listKeys(terminal, flags);
    });
  accountCommand(keys, 'revoke', 'end a key; it stops working at once')
    .argument('<keyId>', 'the id that "keys list" shows')
    .action(async (keyId: string, flags) => {
      const { revokeKey } = await import('./keys.ts');
      await revokeKey(terminal, keyId, flags);
    });

  const maps = program.command('maps').description('the maps of an account');
  accountCommand(maps, 'create', 'make a map')
    .requiredOption('--name <name>', 'what to call it')
    .option('--search-radius <miles>', 'what a search around a point uses when it names no radius', readCount)
    .option('--max-results <number>', 'the most locations that such a search finds', readCount)
    .option('--json', 'print JSON')
    .action(async (flags: CreateMapFlags) => {
      const { createMap } = await import('./maps.ts');
      await createMap(terminal, flags);
    });
  accountCommand(maps, 'list', 'list the maps')
    .option('--json', 'print JSON')
    .action(async (flags) => {
      const { listMaps } = await import('./maps.ts');
      await listMaps(terminal, flags);
    });
  accountCommand(
    maps,
    'import',
    'add the locations of a CSV file to a map, or change those with the same uniqueId; safe to run again',
  )
    .argument('<mapId>', 'the id that "maps list" shows')
    .argument('<file.csv>', 'its first line names the columns: uniqueId, name, address, lat, lng')
    .option('--unique-id <column>', 'the column of uniqueIds (default: uniqueId)')
    .option(
      '--address <column,…>',
      'the columns that addresses are put together from, with commas between them',
      splitNames,
      [],
    )
    .option('--ignore <column,…>', 'columns to leave out', splitNames, [])
    .option(DELIMITER_FLAG, DELIMITER_TEXT, readDelimiter)
    .option('--errors <file>', 'where refused rows go (default: <file>.errors.ndjson)')
    .action(async (mapId: string, file: string, flags: ImportLocationsFlags) => {
      const { importLocations } = await import('./import-locations.ts');
      setExitCode(await importLocations(terminal, mapId, file, flags));
    });

  const stores = program.command('stores').description('the stores of an account');
  const createFrom = accountCommand(
    stores,
    'create-from',
    'make a store whose properties are the columns of a CSV file',
  )
    .argument('<file.csv>', 'its first line names the columns; all other lines decide their types')
    .option('--name <name>', 'name of the store (default: the name of the file)')
    .option(
      '--key <column,…>',
      'what makes a record unique; has to be set and unique in the file',
      splitNames,
      [],
    )
    .option('--type <column=type>', 'a type instead of the inferred one; may be repeated', collect, [])
    .option('--import', 'import the file right away')
    .option('--json', 'print the store as JSON');
  csvOptions(createFrom).action(async (file: string, flags: CreateFromFlags) => {
    const { createStoreFrom } = await import('./store-from-file.ts');
    setExitCode(await createStoreFrom(terminal, file, flags));
  });

  const importCommand = accountCommand(
    program,
    'import',
    'write the records of a file into a store; safe to run again',
  )
    .argument('<storeId>')
    .argument('<file>', '.csv, .json (a list of records) or .ndjson (a record a line)')
    .addOption(
      new Option('--format <format>', 'instead of what the file name says').choices([
        'csv',
        'json',
        'ndjson',
      ]),
    );
  csvOptions(importCommand).action(async (storeId: string, file: string, flags: ImportFlags) => {
    const { importFile } = await import('./import.ts');
    setExitCode(await importFile(terminal, storeId, file, flags));
  });

  accountCommand(program, 'export', 'write all records of a store to a file or to stdout, newest first')
    .argument('<storeId>')
    .addOption(
      new Option('--format <format>', 'default: what --out says, else json').choices(['csv', 'json']),
    )
    .option('--out <file>', 'write here; the file gets its name when it is complete')
    .option('--limit <number>', 'the newest records only', readCount)
    .addOption(formulasOption("guarded: a ' before text that a spreadsheet would run"))
    .action(async (storeId: string, flags: ExportFlags) => {
      const { exportRecords } = await import('./export.ts');
      await exportRecords(terminal, storeId, flags);
    });

  const images = program.command('images').description('the images of an account');
  accountCommand(images, 'add', 'put pictures in: PNG, JPEG, GIF or WebP, at most 25 MB each')
    .argument('<file...>', 'each becomes an image of its name')
    .option('--folder <folder>', 'where they are filed (default: the root folder)')
    .option('--json', 'print a line of JSON for each image')
    .action(async (files: string[], flags: AddImagesFlags) => {
      const { addImages } = await import('./images.ts');
      setExitCode(await addImages(terminal, files, flags));
    });

  databaseCommand(program, 'migrate', 'bring the layout of the database up to date').action(async (flags) => {
    const { migrate } = await import('./maintenance.ts');
    await migrate(terminal, flags);
  });
  databaseCommand(program, 'backup', 'write a consistent copy of the database, also while a server runs')
    .argument('<file>', 'where to; has to be free')
    .action(async (file: string, flags) => {
      const { backup } = await import('./maintenance.ts');
      await backup(terminal, file, flags);
    });
  program
    .command('copy')
    .description(
      'copy a whole database into an empty one of any kind; run it again to go on where it stopped',
    )
    .requiredOption('--from <url>', 'the database to copy; no server may write to it meanwhile')
    .requiredOption('--to <url>', 'the empty database, or the one that was begun')
    .option('--to-blobs <place>', `where pictures and fonts go (default: ${SETTINGS.blobs.variable})`)
    .action(async (flags: CopyFlags) => {
      const { copyDatabase } = await import('./copy.ts');
      setExitCode(await copyDatabase(terminal, flags));
    });
  return program;
}

/** The variables that give a setting, for its help. */
function variablesOf(setting: Setting<unknown>): string {
  return setting.isSecret === true ? `${setting.variable} or ${fileVariableOf(setting)}` : setting.variable;
}

/**
 * The arguments without requests for help where they name an unknown command: Commander would show the help of the
 * command above it and succeed.
 */
function withoutVainHelp(program: Command, args: readonly string[]): readonly string[] {
  const names = args[0] === 'help' ? args.slice(1) : args;
  let command = program;
  for (const name of names) {
    if (name.startsWith('-') || command.commands.length === 0) return args;
    const next = command.commands.find((candidate) => candidate.name() === name);
    if (next === undefined) return names.filter((argument) => argument !== '--help' && argument !== '-h');
    command = next;
  }
  return args;
}

function databaseCommand(parent: Command, name: string, description: string): Command {
  const { flag, placeholder, fallback } = SETTINGS.databaseUrl;
  const variables = variablesOf(SETTINGS.databaseUrl);
  return parent
    .command(name)
    .description(description)
    .option(`${flag} <${placeholder}>`, `sqlite:<path> or postgres://… (${variables}, default ${fallback})`);
}

function accountCommand(parent: Command, name: string, description: string): Command {
  return databaseCommand(parent, name, description).option(
    '--account <id>',
    'needed when there are several accounts',
  );
}

const DELIMITER_FLAG = '--delimiter <character>';
const DELIMITER_TEXT =
  'what separates the cells of a CSV file; "tab" for a tab (default: what the file shows of comma, semicolon, tab, |)';

/** What reading a file takes, in both commands that do. */
function csvOptions(command: Command): Command {
  return command
    .option('--ignore <column,…>', 'columns to leave out', splitNames, [])
    .option(DELIMITER_FLAG, DELIMITER_TEXT, readDelimiter)
    .option('--empty-as-null', 'treat "" in a CSV file like an empty cell: no value')
    .addOption(formulasOption("guarded: take off the ' that an export put before such text"))
    .option('--errors <file>', 'where refused rows go (default: <file>.errors.ndjson)');
}

function formulasOption(description: string): Option {
  return new Option('--formulas <how>', `${description}; raw: leave text as it is`)
    .choices(['guarded', 'raw'])
    .default('guarded');
}

function collect(value: string, earlier: readonly string[]): string[] {
  return [...earlier, value];
}

/** `a,b`; may be repeated. */
function splitNames(value: string, earlier: readonly string[]): string[] {
  return [...earlier, ...value.split(',')];
}

function readCount(value: string): number {
  if (!/^[1-9]\d{0,14}$/.test(value)) throw new InvalidArgumentError('Expected a whole number from 1.');
  return Number(value);
}

/** Commander takes null for a missing value, so a quota that is to be removed stays a word. */
function readLimit(value: string): number | 'off' {
  if (value === 'off') return value;
  if (!/^(0|[1-9]\d{0,14})$/.test(value))
    throw new InvalidArgumentError('Expected a whole number from 0, or "off".');
  return Number(value);
}

function readDelimiter(value: string): string {
  if (value === 'tab') return '\t';
  if ([...value].length !== 1 || /["\r\n]/.test(value)) {
    throw new InvalidArgumentError('Expected one character other than a quote or a line end, or "tab".');
  }
  return value;
}

function describeStack(error: Error): string {
  const cause = error.cause instanceof Error ? error.cause : error;
  return cause.stack ?? String(cause);
}
