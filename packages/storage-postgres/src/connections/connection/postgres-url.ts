import { PostgresSetupError } from './setup-error.ts';

/** A server that a URL names, as options of pg. */
export interface HostConfig {
  readonly connectionString: string;
  readonly options?: string;
}

export interface PostgresUrl {
  /** At least one, in the order of the URL. */
  readonly hosts: readonly [HostConfig, ...HostConfig[]];
  /** Hosts, ports and database, for messages. Without user and password. */
  readonly where: string;
}

/** Scheme, user and password, hosts, rest. The hosts can't contain `@`, so the last `@` before the path ends the user. */
const PARTS = /^(postgres(?:ql)?:\/\/)((?:[^/?#]*@)?)([^/?#@]*)(.*)$/is;

/**
 * Reads a URL as libpq does: several hosts, each with its port, are separated by commas. `target_session_attrs` may be
 * `primary` or `read-write`, which is what several hosts mean here. Returns `options` apart, because the adapter adds its
 * own settings to them.
 *
 * @throws PostgresSetupError for an invalid URL. Its message does not contain the URL, which may have a password.
 */
export function readPostgresUrl(text: string): PostgresUrl {
  const [, scheme, user = '', list = '', rest] = PARTS.exec(text) ?? [];
  if (scheme === undefined) throw invalidUrl();
  const urls = list.split(',').map((host) => {
    const whole = `${scheme}${user}${host}${rest}`;
    if (!URL.canParse(whole) || (host === '' && list !== '')) throw invalidUrl();
    return new URL(whole);
  });
  const [first, ...others] = urls.map(hostConfig);
  if (first === undefined) throw invalidUrl();
  const { pathname } = new URL(first.connectionString);
  return {
    hosts: [first, ...others],
    where: `${urls.map(({ host }) => host).join(',') || 'the local socket'}${pathname}`,
  };
}

function hostConfig(url: URL): HostConfig {
  const options = url.searchParams.get('options');
  const target = url.searchParams.get('target_session_attrs');
  if (target !== null && target !== 'primary' && target !== 'read-write') {
    throw new PostgresSetupError(
      'target_session_attrs may be primary or read-write; reads and writes share it.',
    );
  }
  url.searchParams.delete('options');
  url.searchParams.delete('target_session_attrs');
  return { connectionString: url.href, ...(options === null ? {} : { options }) };
}

function invalidUrl(): PostgresSetupError {
  return new PostgresSetupError(
    'Expected postgres://user:password@host:port/database, with special characters as %XX; hosts are separated by commas.',
  );
}
