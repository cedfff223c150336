import { expect } from 'vitest';
import { columnHits } from '../columns/column-hits.ts';
import type { ServerProcess } from './server-process.ts';
import { ACCOUNT_KEY, request } from './versioned-records.ts';

/** Milliseconds in which columns are loaded, also on a busy machine. */
const LOADED_MS = 60_000;

/** Searches of `versioned-records.ts` that no walk along an index answers. */
export const QUESTIONS = [
  ['count', { filters: [{ field: 'n0', op: 'gt', value: 1 }] }],
  ['aggregate', { field: 'n1', op: 'sum', filters: [{ field: 'n0', op: 'gte', value: 2 }] }],
  ['search', { filters: [{ field: 'n2', op: 'gte', value: 2 }], sortBy: 'n3', sortDir: 'desc' }],
  ['search', { filters: [{ field: 'text', op: 'contains', value: '1 2 ' }], sortBy: 'text', sortDir: 'asc' }],
  ['summarize', { groupBy: [{ field: 'n0' }], measures: [{ op: 'sum', field: 'n1' }] }],
] as const;

export type Question = (typeof QUESTIONS)[number];

export const hitsOf = ({ url }: ServerProcess) => columnHits(url, ACCOUNT_KEY);

/** Asks again while the server is too busy to answer. */
export async function answerOf(
  server: ServerProcess,
  storeId: string,
  [path, body]: Question,
): Promise<unknown> {
  for (;;) {
    const { status, body: answer } = await request(server, 'POST', `/${storeId}/records/${path}`, body);
    if (status === 503) continue;
    expect(status, JSON.stringify(answer)).toBe(200);
    return answer;
  }
}

/** Asks until columns answer, and returns their answers. Nobody else may search on the server meanwhile. */
export async function answersOfColumns(server: ServerProcess, storeId: string): Promise<unknown[]> {
  const until = performance.now() + LOADED_MS;
  const answers: unknown[] = [];
  for (const question of QUESTIONS) {
    for (let isHit = false; !isHit; ) {
      const before = await hitsOf(server);
      const answer = await answerOf(server, storeId, question);
      isHit = (await hitsOf(server)) > before;
      if (isHit) answers.push(answer);
      else expect(performance.now(), `columns do not answer ${question[0]}`).toBeLessThan(until);
    }
  }
  return answers;
}
