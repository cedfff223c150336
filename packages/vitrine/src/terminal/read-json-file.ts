import { readFile } from 'node:fs/promises';
import { CommandError, EXIT, fileError } from './command-error.ts';

/** Parses a JSON file. The services validate its content. @throws CommandError */
export async function readJsonFile(path: string): Promise<unknown> {
  const text = await readFile(path, 'utf8').catch((error: unknown) => {
    throw fileError('read', path, error);
  });
  try {
    return JSON.parse(text);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new CommandError(EXIT.data, `${path} is not JSON: ${reason}`, { cause: error });
  }
}
