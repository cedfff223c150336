import type { ExclusivePool } from './exclusive-pool.ts';
import type { SharedPool } from './shared-pool.ts';

/**
 * Lends connections to single statements, so that none waits for the response to another one. For engines where
 * statements on one connection may go to different nodes, of which one may be frozen.
 */
export function oneAtATime({ acquire, release, load, close }: ExclusivePool): SharedPool {
  return {
    async execute(statement) {
      const connection = await acquire();
      try {
        return await connection.execute(statement);
      } finally {
        release(connection, connection.ended);
      }
    },
    load,
    close,
  };
}
