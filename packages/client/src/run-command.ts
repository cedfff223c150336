import { parseArgs } from 'node:util';
import { readStores } from './types/read-stores.ts';
import { TypesError } from './types/types-error.ts';
import { writeTypes } from './types/write-types.ts';

const USAGE = `Usage: vitrine-client types --url <url> [--out <file.ts>] [--check]

Writes TypeScript types of the stores of a server, for @vitrine/client. The environment variable VITRINE_KEY has an
account key, or a store key for its store alone.

  --url <url>      the address of the server
  --out <file.ts>  the file to write (default: standard output)
  --check          write nothing, and fail if the file is not current
  --help           show this

  VITRINE_KEY=account-… vitrine-client types --url https://vitrine.example --out stores.ts
`;

/** The part of a process that a command uses. */
export interface CommandProcess {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly stdout: { write(text: string): unknown };
  readonly stderr: { write(text: string): unknown };
}

/** Runs `vitrine-client`. Resolves with the exit code; an error is one line on stderr. */
export async function runCommand(
  args: readonly string[],
  { env, stdout, stderr }: CommandProcess,
): Promise<number> {
  try {
    stdout.write(await outputOf(args, env));
    return 0;
  } catch (error) {
    stderr.write(`error: ${(error as Error).message}\n`);
    return error instanceof TypesError ? error.exitCode : 74;
  }
}

async function outputOf(args: readonly string[], env: CommandProcess['env']): Promise<string> {
  const { help, url, ...target } = flagsOf(args);
  if (help) return USAGE;
  if (url === undefined) throw new TypesError(64, 'types needs the address of the server: give --url.');
  return writeTypes(() => readStores(url, env), target, `vitrine-client types --url ${url}`);
}

function flagsOf(args: readonly string[]) {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        url: { type: 'string' },
        out: { type: 'string' },
        check: { type: 'boolean' },
        help: { type: 'boolean', short: 'h' },
      },
    });
    if (values.help || (positionals.length === 1 && positionals[0] === 'types')) return values;
  } catch (error) {
    throw new TypesError(64, (error as Error).message, { cause: error });
  }
  throw new TypesError(64, 'The command is "types"; --help shows its flags.');
}
