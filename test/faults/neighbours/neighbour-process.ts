import type { Account } from './account.ts';
import { arm, attack } from './attack.ts';
import { settle, type Workplace, work } from './ordinary-work.ts';

/** A task for the process, which sends a `NeighbourReport` with the same id when it is done. */
export type NeighbourTask =
  | { readonly task: 'arm'; readonly account: Account; readonly attacks: readonly string[] }
  | { readonly task: 'settle' | 'attack'; readonly account: Account }
  | {
      readonly task: 'work';
      readonly account: Account;
      readonly workplace: Workplace;
      readonly seconds: number;
    }
  | { readonly task: 'stop' };

export type NeighbourMessage = NeighbourTask & { readonly id: number };

export type NeighbourReport =
  | { readonly id: number; readonly result: unknown }
  | { readonly id: number; readonly failure: string };

const stopping = new AbortController();

process.on('message', (message: NeighbourMessage) => {
  const { id } = message;
  perform(message).then(
    (result) => report({ id, result }),
    (error: unknown) => report({ id, failure: error instanceof Error ? (error.stack ?? '') : String(error) }),
  );
});

function report(message: NeighbourReport): void {
  process.send?.(message);
}

async function perform(message: NeighbourTask): Promise<unknown> {
  switch (message.task) {
    case 'arm':
      await arm(message.account, message.attacks);
      return null;
    case 'settle':
      return settle(message.account);
    case 'work':
      return work(message.account, message.workplace, message.seconds);
    case 'attack':
      return attack(message.account, stopping.signal);
    case 'stop':
      stopping.abort();
      return null;
  }
}
