import { fork } from 'node:child_process';
import type { Account } from './account.ts';
import type { Arsenal } from './attack.ts';
import type { NeighbourMessage, NeighbourReport, NeighbourTask } from './neighbour-process.ts';
import type { Latencies, Workplace } from './ordinary-work.ts';

/** The programs of one account, in a process of their own: what they do takes no time of another account's programs. */
export interface Neighbour {
  settle(account: Account): Promise<Workplace>;
  work(account: Account, workplace: Workplace, seconds: number): Promise<Latencies>;
  arm(account: Account): Promise<Arsenal>;
  /** Resolves after `stopAttack` with how often each status was answered. */
  attack(account: Account, arsenal: Arsenal): Promise<Record<string, number>>;
  stopAttack(): Promise<void>;
  end(): void;
}

export function startNeighbour(): Neighbour {
  const child = fork(new URL('./neighbour-process.ts', import.meta.url), {
    serialization: 'advanced',
    execArgv: ['--conditions=vitrine-source'],
  });
  const asked = new Map<number, { resolve(answer: unknown): void; reject(error: Error): void }>();
  let lastId = 0;

  child.on('message', (report: NeighbourReport) => {
    const waiting = asked.get(report.id);
    asked.delete(report.id);
    if ('failure' in report) waiting?.reject(new Error(report.failure));
    else waiting?.resolve(report.answer);
  });
  child.once('exit', () => {
    for (const { reject } of asked.values()) reject(new Error('The process of the neighbour ended.'));
  });

  function perform<Answer>(task: NeighbourTask): Promise<Answer> {
    const id = ++lastId;
    return new Promise((resolve, reject) => {
      // The process answers each task with its result (`NeighbourReport`).
      asked.set(id, { resolve: resolve as (answer: unknown) => void, reject });
      child.send({ ...task, id } satisfies NeighbourMessage);
    });
  }

  return {
    settle: (account) => perform({ task: 'settle', account }),
    work: (account, workplace, seconds) => perform({ task: 'work', account, workplace, seconds }),
    arm: (account) => perform({ task: 'arm', account }),
    attack: (account, arsenal) => perform({ task: 'attack', account, arsenal }),
    stopAttack: () => perform({ task: 'stop' }),
    end: () => child.kill('SIGKILL'),
  };
}
