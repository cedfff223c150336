import { createRequire } from 'node:module';
import { Socket } from 'node:net';
import { isMainThread } from 'node:worker_threads';

// Loaded into a server under test before anything else (NODE_OPTIONS=--import). Kills its process with SIGKILL right
// before the nth statement of the thread that writes to SQLite, or the nth message to PostgreSQL.
const last = Number(process.env.KILL_AT_STATEMENT);
const postgresPort = Number(process.env.KILL_AT_PORT);
let seen = 0;

function count(): void {
  if (++seen === last) process.kill(process.pid, 'SIGKILL');
}

interface Counted {
  prepare(text: string): object;
  close(): void;
}

if (!isMainThread) {
  const require = createRequire(new URL('../../packages/storage-sqlite/package.json', import.meta.url));
  const Database: new (path: string) => Counted = require('better-sqlite3');
  const database = new Database(':memory:');
  const statements: Record<'all' | 'run', (...values: unknown[]) => unknown> = Object.getPrototypeOf(
    database.prepare('SELECT 1'),
  );
  for (const name of ['all', 'run'] as const) {
    const original = statements[name];
    statements[name] = function counted(this: unknown, ...values) {
      count();
      return original.apply(this, values);
    };
  }
  database.close();
} else if (postgresPort > 0) {
  const original = Socket.prototype.write;
  const counted = function counted(this: Socket, ...values: Parameters<typeof original>) {
    if (this.remotePort === postgresPort) count();
    return original.apply(this, values);
  };
  Socket.prototype.write = counted as typeof original;
}
