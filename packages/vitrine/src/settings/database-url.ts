import { quote } from '@vitrine/http/program';
import { readPostgresUrl } from '@vitrine/storage-postgres/options';

/** The database that `VITRINE_DATABASE_URL` names. */
export type DatabaseUrl =
  | { readonly kind: 'sqlite'; readonly path: string }
  /** The URL may contain a password. Use `describeDatabase` for messages. */
  | { readonly kind: 'postgres'; readonly url: string }
  | { readonly kind: 'memory' };

export function readDatabaseUrl(text: string): DatabaseUrl {
  if (text === 'memory:') return { kind: 'memory' };
  if (/^postgres(ql)?:/i.test(text)) {
    readPostgresUrl(text);
    return { kind: 'postgres', url: text };
  }
  const path = /^sqlite:(.+)$/s.exec(text)?.[1];
  if (path === undefined) {
    throw new Error(`Expected sqlite:<path>, postgres://… or memory:, not ${quote(text)}.`);
  }
  if (path.includes('\0')) throw new Error('Expected a path without U+0000.');
  if (!path.startsWith('//')) return { kind: 'sqlite', path };
  // Other tools write sqlite:///srv/data.db. Two slashes alone would start a host name.
  if (!path.startsWith('///')) {
    throw new Error(
      `Expected sqlite:<path> or sqlite:///<absolute path>, not ${quote(text)}; write sqlite:${path.slice(2)}.`,
    );
  }
  return { kind: 'sqlite', path: path.slice(2) };
}

/** Returns the database for messages, without secrets. */
export function describeDatabase(url: DatabaseUrl): string {
  if (url.kind === 'memory') return 'memory:';
  if (url.kind === 'sqlite') return `sqlite:${url.path}`;
  return `postgres://${readPostgresUrl(url.url).where}`;
}
