import { expect, test } from 'vitest';
import { verifies } from '../requirements.ts';
import { askQuestions } from './ask-questions.ts';
import { twentyQuestions } from './twenty-questions.ts';

test(
  'a careful model answers twenty questions on six strange stores within 26 calls and 20,000 tokens',
  verifies('tools.questions'),
  async () => {
    const { answers, total } = await askQuestions(twentyQuestions);
    for (const { question, found, expected } of answers) expect(found, question).toEqual(expected);
    expect(answers).toHaveLength(20);
    expect(total.calls).toBeLessThanOrEqual(26);
    expect(total.characters / 4).toBeLessThanOrEqual(20_000);
  },
);
