import type { SearchLimits } from '../../scan-turn.ts';
import type { ColumnReply, ColumnRequest } from './column-request.ts';

/** Keeps columns, in this thread or another one. */
export interface ColumnKeeper {
  /** It has ended by itself and does not reply any more. */
  readonly isLost: boolean;
  /**
   * Returns the reply of columns in a snapshot that is taken after the call. Rejects with the reason of the signal
   * when that aborts, and may reject when the keeper ends.
   */
  ask(request: ColumnRequest, limits: SearchLimits): Promise<ColumnReply>;
  close(): Promise<void>;
}

/** The reply of columns that may have a result for the next request. */
export const DECLINED: ColumnReply = { declined: { after: 0, spent: 0, refused: [] } };
