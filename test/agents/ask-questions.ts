import { isDeepStrictEqual } from 'node:util';
import { accountPrincipal, createVitrine, memoryStorage } from '@vitrine/core';
import { startServer } from '@vitrine/http';
import { connectTools } from '../e2e/tool-client.ts';
import { type Cost, countingTools } from './counting-tools.ts';
import { createShop } from './shop.ts';
import { shopData } from './shop-data.ts';
import type { Question } from './twenty-questions.ts';

export interface Answered extends Cost {
  readonly question: string;
  readonly found: unknown;
  readonly expected: unknown;
  readonly isRight: boolean;
}

export interface Asked {
  /** What a client reads before the first question: instructions, tools, and the stores. */
  readonly start: Cost;
  readonly answers: readonly Answered[];
  readonly total: Cost;
}

/** Asks questions in one conversation of the official client with an account key. */
export async function askQuestions(questions: readonly Question[]): Promise<Asked> {
  const vitrine = await createVitrine({ storage: memoryStorage() });
  const principal = accountPrincipal((await vitrine.accounts.create('Shop')).id);
  const { key } = await vitrine.apiKeys.create(principal, { name: 'agent', readOnly: true });
  const data = shopData();
  await createShop(vitrine, principal, data);
  const server = await startServer({ vitrine, port: 0 });
  const client = await connectTools('newest', server.url, key);
  try {
    const tools = await countingTools(client);
    const start = { ...tools.cost };
    const answers: Answered[] = [];
    for (const { question, ask, answer } of questions) {
      const before = { ...tools.cost };
      const found = await ask(tools);
      const expected = answer(data);
      answers.push({
        ...{ question, found, expected, isRight: isDeepStrictEqual(found, expected) },
        calls: tools.cost.calls - before.calls,
        characters: tools.cost.characters - before.characters,
      });
    }
    return { start, answers, total: { ...tools.cost } };
  } finally {
    await client.close();
    await server.stop();
  }
}
