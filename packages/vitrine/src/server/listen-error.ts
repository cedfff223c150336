import { SETTINGS, type ServeConfig } from '../settings/settings.ts';
import { CommandError, EXIT, isSystemError } from '../terminal/command-error.ts';

/** Returns an error of the system with the setting that has to change. Other errors are returned as they are. */
export function toListenError({ host, port: main }: ServeConfig, error: unknown): unknown {
  if (!isSystemError(error)) return error;
  const port = 'port' in error && typeof error.port === 'number' ? error.port : main;
  const variable = (port === main ? SETTINGS.port : SETTINGS.metrics).variable;
  const reasons: Readonly<Record<string, string>> = {
    EADDRINUSE: `port ${port} (${variable}) is in use`,
    EACCES: `port ${port} (${variable}) may not be used by this user`,
    EADDRNOTAVAIL: `${host} (${SETTINGS.host.variable}) is not an address of this machine`,
    ENOTFOUND: `${host} (${SETTINGS.host.variable}) is unknown`,
    EAI_AGAIN: `${host} (${SETTINGS.host.variable}) can't be resolved now`,
  };
  return new CommandError(EXIT.io, `Can't listen: ${reasons[error.code] ?? error.message}.`, {
    cause: error,
  });
}
