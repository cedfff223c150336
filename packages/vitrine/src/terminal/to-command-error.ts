import { NotFoundError, ValidationError, VitrineError } from '@vitrine/core';
import { ConfigError } from '../settings/config.ts';
import { CommandError, EXIT, isSystemError } from './command-error.ts';

/** Converts any error to the one with the line and the exit code that the command ends with. */
export function toCommandError(error: unknown): CommandError {
  if (error instanceof CommandError) return error;
  if (error instanceof ConfigError) return new CommandError(EXIT.usage, error.message, { cause: error });
  if (error instanceof ValidationError) {
    const message = error.issues
      .map(({ path, message }) => (path === '' ? message : `${path}: ${message}`))
      .join(' ');
    return new CommandError(EXIT.refused, message, { cause: error });
  }
  if (error instanceof NotFoundError) {
    return new CommandError(EXIT.refused, `No such ${error.resource} in this account.`, { cause: error });
  }
  if (error instanceof VitrineError) {
    // Messages may go to clients, so storages put the error of their engine into the cause. The operator may see it.
    const detail = error.cause instanceof Error ? error.cause.message : '';
    const reason = error.message.includes(detail) ? '' : ` (${detail})`;
    return new CommandError(EXIT.refused, `${error.message}${reason}`, { cause: error });
  }
  const message = error instanceof Error ? error.message : String(error);
  return new CommandError(isSystemError(error) ? EXIT.io : EXIT.refused, message, { cause: error });
}
