import { fork } from 'node:child_process';
import { constants, setPriority } from 'node:os';
import type { Account } from './account.ts';
import type { NeighbourMessage, NeighbourReport, NeighbourTask } from './neighbour-process.ts';
import type { Latencies, Workplace } from './ordinary-work.ts';

/** The clients of one account in a separate process, so that they take no time from another account's clients. */
export interface Neighbour {
  settle(account: Account): Promise<Workplace>;
  work(account: Account, workplace: Workplace, seconds: number): Promise<Latencies>;
  /** Prepares the attacks of these names. */
  arm(account: Account, attacks: readonly string[]): Promise<void>;
  /** Resolves after `stopAttack` with the number of responses by status. */
  attack(account: Account): Promise<Record<string, number>>;
  stopAttack(): Promise<void>;
  end(): void;
}

export function startNeighbour(): Neighbour {
  const child = fork(new URL('./neighbour-process.ts', import.meta.url), {
    serialization: 'advanced',
    execArgv: ['--conditions=vitrine-source'],
  });
  const asked = new Map<number, { resolve(result: unknown): void; reject(error: Error): void }>();
  let lastId = 0;

  child.on('message', (report: NeighbourReport) => {
    const waiting = asked.get(report.id);
    asked.delete(report.id);
    if ('failure' in report) waiting?.reject(new Error(report.failure));
    else waiting?.resolve(report.result);
  });
  child.once('exit', () => {
    for (const { reject } of asked.values()) reject(new Error('The process of the neighbour ended.'));
  });

  function perform<Result>(task: NeighbourTask): Promise<Result> {
    const id = ++lastId;
    return new Promise((resolve, reject) => {
      // The process reports the result of each task (`NeighbourReport`).
      asked.set(id, { resolve: resolve as (result: unknown) => void, reject });
      child.send({ ...task, id } satisfies NeighbourMessage);
    });
  }

  return {
    settle: (account) => perform({ task: 'settle', account }),
    work: (account, workplace, seconds) => perform({ task: 'work', account, workplace, seconds }),
    arm: (account, attacks) => perform({ task: 'arm', account, attacks }),
    attack(account) {
      // Attackers have machines of their own, and must not take this one's processors from the server.
      if (child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_LOW);
      return perform({ task: 'attack', account });
    },
    stopAttack: () => perform({ task: 'stop' }),
    end: () => child.kill('SIGKILL'),
  };
}
