import { quote } from './setting-values.ts';

/** Where everything is kept, as `VITRINE_DATABASE_URL` names it. */
export type DatabaseUrl =
  | { readonly kind: 'sqlite'; readonly path: string }
  /** The URL may hold a password: `describeDatabase` says what may be shown of it. */
  | { readonly kind: 'postgres'; readonly url: string }
  | { readonly kind: 'memory' };

export function readDatabaseUrl(text: string): DatabaseUrl {
  if (text === 'memory:') return { kind: 'memory' };
  if (/^postgres(ql)?:/i.test(text)) {
    // It may hold a password, so nothing of it is repeated.
    if (!/^postgres(ql)?:\/\//i.test(text) || !URL.canParse(text)) {
      throw new Error('Expected postgres://user:password@host:port/database, special characters as %XX.');
    }
    return { kind: 'postgres', url: text };
  }
  const path = /^sqlite:(.+)$/s.exec(text)?.[1];
  if (path === undefined) {
    throw new Error(`Expected sqlite:<path>, postgres://… or memory:, not ${quote(text)}.`);
  }
  if (path.includes('\0')) throw new Error('Expected a path without U+0000.');
  if (!path.startsWith('//')) return { kind: 'sqlite', path };
  // What other tools write: sqlite:///srv/data.db. Two slashes alone would name a host.
  if (!path.startsWith('///')) {
    throw new Error(
      `Expected sqlite:<path> or sqlite:///<absolute path>, not ${quote(text)}; write sqlite:${path.slice(2)}.`,
    );
  }
  return { kind: 'sqlite', path: path.slice(2) };
}

/** The database as messages name it, without secrets. */
export function describeDatabase(url: DatabaseUrl): string {
  if (url.kind === 'memory') return 'memory:';
  if (url.kind === 'sqlite') return `sqlite:${url.path}`;
  const { host, pathname } = new URL(url.url);
  return `postgres://${host}${pathname}`;
}
