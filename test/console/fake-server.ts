import {
  type AnyRow,
  type AnyStore,
  type AnyValue,
  ConnectionError,
  PreconditionFailedError,
  type Store,
} from '@vitrine/client';
import { running } from './shared-tabs.ts';

export const FIELDS = ['title', 'note'] as const;
export const IDS = ['r1', 'r2'] as const;

export type Cell = `${string} ${string}`;
export const cellOf = (id: string, field: string): Cell => `${id} ${field}`;

/** A request that waits: first the server takes it, then its response arrives. */
export interface Waiting {
  readonly tab: number;
  /** Null: the server has taken it. */
  take: (() => AnyRow) | null;
  readonly arrive: (row: AnyRow) => void;
  readonly fail: (error: Error) => void;
  outcome: AnyRow | Error | null;
}

/** The records of a server, what its cells ever had, and the requests that wait. */
export class FakeServer {
  readonly rows = new Map<string, AnyRow>();
  readonly had = new Map<Cell, Set<AnyValue>>();
  /** Called when a write of a tab replaces a value. */
  onReplaced: (cell: Cell, before: AnyValue) => void = () => {};
  waiting: Waiting[] = [];
  #version = 0;

  constructor() {
    for (const id of IDS)
      this.write(id, Object.fromEntries(FIELDS.map((field) => [field, `${id} ${field}`])));
  }

  write(id: string, values: Readonly<Record<string, AnyValue>>): AnyRow {
    this.#version += 1;
    const before = this.rows.get(id) ?? { id, date_created: 'created' };
    const row = {
      ...before,
      ...values,
      date_updated: `v${String(this.#version).padStart(6, '0')}`,
    } as AnyRow;
    this.rows.set(id, row);
    for (const field of FIELDS) {
      const cell = cellOf(id, field);
      this.had.set(cell, (this.had.get(cell) ?? new Set()).add(row[field] ?? null));
    }
    return row;
  }

  row(id: string): AnyRow {
    const row = this.rows.get(id);
    if (row === undefined) throw new Error('no such record');
    return row;
  }

  storeFor(tab: number): Store<AnyStore> {
    const request = (take: () => AnyRow) =>
      new Promise<AnyRow>((arrive, fail) => {
        this.waiting.push({ tab, take, arrive, fail, outcome: null });
      });
    return {
      get: (id: string) => request(() => this.row(id)),
      patch: (id: string, values: Record<string, AnyValue>, { ifMatch }: { ifMatch: AnyRow }) =>
        request(() => {
          const current = this.row(id);
          if (current.date_updated !== ifMatch.date_updated) {
            throw new PreconditionFailedError('precondition_failed', 'changed meanwhile');
          }
          for (const [field, value] of Object.entries(values)) {
            const before = current[field] ?? null;
            if (before !== value) this.onReplaced(cellOf(id, field), before);
          }
          return this.write(id, values);
        }),
    } as unknown as Store<AnyStore>;
  }

  /** Moves a request on: the server takes it, its response arrives, or one of them is lost. */
  step(request: Waiting, isLost: boolean): void {
    if (request.take !== null && !isLost) {
      try {
        request.outcome = request.take();
      } catch (error) {
        request.outcome = error as Error;
      }
      request.take = null;
      return;
    }
    this.waiting = this.waiting.filter((one) => one !== request);
    const { outcome } = request;
    running.run(request.tab, () => {
      if (isLost || outcome === null) request.fail(new ConnectionError('network', 'no response'));
      else if (outcome instanceof Error) request.fail(outcome);
      else request.arrive(outcome);
    });
  }
}
