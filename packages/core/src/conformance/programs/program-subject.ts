import type { StoreRow } from '../../ground/rows.ts';
import type { Position } from '../../query/ast.ts';
import type { OpenImport } from './import-steps.ts';
import type { Step } from './program.ts';

export type PagedQuery = Pick<Extract<Step, { do: 'walk' }>, 'where' | 'order' | 'limit'>;

/** The current row of a store, and its row before the latest change. */
export interface Subject {
  store: StoreRow;
  before: StoreRow | null;
  /** The walk that `turnPage` continues. Null: none is open. */
  open: (PagedQuery & { readonly after: Position }) | null;
  /** The import that `advanceImport` continues. Null: none was opened. */
  importing: OpenImport | null;
  imports: number;
  isDeleted: boolean;
}

/** Returns the state of a store on which no step has run. */
export function newSubject(store: StoreRow): Subject {
  return { store, before: null, open: null, importing: null, imports: 0, isDeleted: false };
}
