import { closeSync, openSync, readSync } from 'node:fs';
import { toReachable, urlAt } from '@vitrine/http/program';
import { fileVariableOf, type Setting } from './setting.ts';
import { OFF, ON, SECRET_LENGTH } from './setting-values.ts';
import { SETTINGS, type ServeConfig } from './settings.ts';

/** An invalid setting. The message is one line, names the setting, and contains no secret. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

/** The flags of the command line as text, by the name of the setting. */
export type Flags = { readonly [Name in keyof ServeConfig]?: string | boolean | undefined };
export type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Reads every setting. A flag takes precedence over its variable, and an empty variable counts as unset. A secret may
 * be in a file that `<variable>_FILE` names.
 * @throws ConfigError for the first invalid setting.
 */
export function readServeConfig(flags: Flags, environment: Environment): ServeConfig {
  return {
    databaseUrl: required('databaseUrl'),
    databaseBackend: required('databaseBackend'),
    databasePool: required('databasePool'),
    databaseStandbyReads: required('databaseStandbyReads'),
    columns: required('columns'),
    blobs: required('blobs'),
    host: required('host'),
    port: required('port'),
    baseUrl: optional('baseUrl'),
    accountKey: optional('accountKey'),
    secret: optional('secret'),
    previousSecret: optional('previousSecret'),
    linksSecret: optional('linksSecret'),
    previousLinksSecret: optional('previousLinksSecret'),
    rateLimit: required('rateLimit'),
    trustedProxies: optional('trustedProxies'),
    corsOrigins: optional('corsOrigins'),
    searchTools: required('searchTools'),
    maxConnections: optional('maxConnections'),
    metrics: required('metrics'),
    oauth: optional('oauth'),
    console: required('console'),
    logLevel: required('logLevel'),
    geocoder: required('geocoder'),
    geocoderKey: optional('geocoderKey'),
    geocoderContact: optional('geocoderContact'),
    geocoderRate: optional('geocoderRate'),
    allowPrivateFetch: required('allowPrivateFetch'),
  };

  function optional<Name extends keyof ServeConfig>(name: Name): NonNullable<ServeConfig[Name]> | undefined {
    return readSetting(SETTINGS[name], flags[name], environment);
  }

  function required<Name extends keyof ServeConfig>(name: Name): NonNullable<ServeConfig[Name]> {
    return requireSetting(SETTINGS[name], flags[name], environment);
  }
}

/**
 * Reads the settings of a PostgreSQL database other than its URL, for commands that have no flags for them.
 * @throws ConfigError
 */
export function readPostgresConfig(
  environment: Environment,
): Pick<ServeConfig, 'databaseBackend' | 'databasePool'> {
  return {
    databaseBackend: requireSetting(SETTINGS.databaseBackend, undefined, environment),
    databasePool: requireSetting(SETTINGS.databasePool, undefined, environment),
  };
}

/**
 * Reads how clients reach a server with this environment, for commands that print URLs.
 * @throws ConfigError
 */
export function readServerUrl(environment: Environment): string {
  const { baseUrl, host, port } = SETTINGS;
  const given = readSetting(baseUrl, undefined, environment);
  if (given !== undefined) return given;
  const address = requireSetting(host, undefined, environment);
  return toReachable(urlAt(address, requireSetting(port, undefined, environment)));
}

/** Reads a setting that has a default, or must be set. @throws ConfigError */
function requireSetting<Value>(
  setting: Setting<Value>,
  flag: string | boolean | undefined,
  environment: Environment,
): Value {
  const value = readSetting(setting, flag, environment);
  if (value === undefined) throw new ConfigError(`${setting.variable} is not set.`);
  return value;
}

/** Reads a single setting. Returns undefined if it is not set and has no default. @throws ConfigError */
export function readSetting<Value>(
  setting: Setting<Value>,
  flag: string | boolean | undefined,
  environment: Environment,
): Value | undefined {
  const { variable, fallback } = setting;
  const given = flag === undefined ? readVariable(setting, environment) : null;
  const text =
    flag === undefined ? (given?.text ?? fallback) : typeof flag === 'string' ? flag : flag ? ON : OFF;
  if (text === undefined) return undefined;
  try {
    return setting.read(text);
  } catch (error) {
    const source = given?.source ?? variable;
    const name = flag === undefined ? `${source} (${setting.flag})` : `${setting.flag} (${variable})`;
    throw new ConfigError(`${name}: ${error instanceof Error ? error.message : String(error)}`);
  }
}

/** Returns the value from the environment and the variable it comes from, or null. @throws ConfigError */
function readVariable(
  setting: Setting<unknown>,
  environment: Environment,
): { readonly text: string; readonly source: string } | null {
  const { variable } = setting;
  const fileVariable = fileVariableOf(setting);
  const text = environment[variable] || undefined;
  const file = setting.isSecret === true ? environment[fileVariable] || undefined : undefined;
  if (file === undefined) return text === undefined ? null : { text, source: variable };
  if (text !== undefined)
    throw new ConfigError(`${variable} and ${fileVariable} are both set; set one of them.`);
  return { text: readSecretFile(fileVariable, file), source: fileVariable };
}

/** Far more than any secret or URL needs. The limit ends the read of an endless device. */
const SECRET_FILE_MAX = 64 * 1024;

/** Returns the content of a file without its last line break. @throws ConfigError without any of the content. */
function readSecretFile(name: string, path: string): string {
  const bytes = Buffer.alloc(SECRET_FILE_MAX + 1);
  let length = 0;
  try {
    const fd = openSync(path, 'r');
    try {
      for (let read = -1; read !== 0 && length < bytes.length; length += read) {
        read = readSync(fd, bytes, length, bytes.length - length, null);
      }
    } finally {
      closeSync(fd);
    }
  } catch (error) {
    throw new ConfigError(`${name}: ${error instanceof Error ? error.message : String(error)}`, {
      cause: error,
    });
  }
  if (length > SECRET_FILE_MAX)
    throw new ConfigError(`${name}: ${path} has more than ${SECRET_FILE_MAX} bytes.`);
  const text = bytes.toString('utf8', 0, length).replace(/\r?\n$/, '');
  if (text === '') throw new ConfigError(`${name}: ${path} is empty.`);
  return text;
}

/** The variables of programs that use a server, in its documents and in its client. A shell may have them, too. */
const OF_CLIENTS = ['VITRINE_URL', 'VITRINE_KEY'];

/** Returns startup warnings about settings. They contain no secret. */
export function findConfigWarnings(config: ServeConfig, environment: Environment): string[] {
  const warnings: string[] = [];
  const { accountKey } = config;
  if (accountKey !== undefined && accountKey.length < SECRET_LENGTH) {
    warnings.push(
      `${SETTINGS.accountKey.variable}: the account key has ${accountKey.length} characters; ` +
        `use at least ${SECRET_LENGTH} random ones.`,
    );
  }
  const known = new Set(
    Object.values(SETTINGS).flatMap((setting: Setting<unknown>) =>
      setting.isSecret === true ? [setting.variable, fileVariableOf(setting)] : [setting.variable],
    ),
  );
  const unknown = Object.keys(environment).filter(
    (name) => name.startsWith('VITRINE_') && !known.has(name) && !OF_CLIENTS.includes(name),
  );
  if (unknown.length > 0) {
    warnings.push(`${unknown.join(', ')}: no such setting, ignored. Settings: ${[...known].join(', ')}.`);
  }
  return warnings;
}
