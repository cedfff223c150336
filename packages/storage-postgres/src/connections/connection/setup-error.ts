import { VitrineError } from '@vitrine/core/adapter';

/**
 * The database can't be used as it is configured. Trying again does not help. The message is one line, without secrets.
 */
export class PostgresSetupError extends VitrineError {
  override readonly name = 'PostgresSetupError';

  constructor(message: string, options?: ErrorOptions) {
    super('internal', message, options);
  }
}
