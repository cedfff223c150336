import type { AskedQuestion, ColumnReply } from '@vitrine/storage-sql';

/** Keeps columns, in this thread or another one. */
export interface ColumnKeeper {
  /** It has ended by itself and answers nothing any more. */
  readonly isLost: boolean;
  /** Returns the answer of columns in a snapshot that is taken after the call. Never rejects. */
  answer(asked: AskedQuestion, milliseconds: number): Promise<ColumnReply>;
  close(): Promise<void>;
}

/** The reply of columns that may answer the next question. */
export const DECLINED: ColumnReply = { declined: { after: 0, spent: 0, refused: [] } };
