import { type Asked, askQuestions } from '../agents/ask-questions.ts';
import { furtherQuestions } from '../agents/further-questions.ts';
import { twentyQuestions } from '../agents/twenty-questions.ts';
import { printTable } from './result-table.ts';

/** What a reviewer measured before the results of the tools were shortened, with questions of the same kinds. */
const BEFORE = ['before', '33', '279,312', '70,000', '17 of 20'];

const number = (value: number) => value.toLocaleString('en');
const tokens = (characters: number) => number(Math.round(characters / 4));

for (const [title, questions] of [
  ['Twenty questions', twentyQuestions],
  ['Further questions', furtherQuestions],
] as const) {
  const asked = await askQuestions(questions);
  console.log(`\n${title}`);
  printAnswers(asked);
  const right = asked.answers.filter(({ isRight }) => isRight).length;
  printTotal(title === 'Twenty questions', asked, `${right} of ${questions.length}`);
  if (right < questions.length) process.exitCode = 1;
}

function printAnswers({ start, answers }: Asked): void {
  printTable(
    ['question', 'calls', 'characters', 'tokens', ''],
    [
      ['(tools and stores)', String(start.calls), number(start.characters), tokens(start.characters), ''],
      ...answers.map(({ question, calls, characters, isRight }) => [
        question,
        String(calls),
        number(characters),
        tokens(characters),
        isRight ? 'right' : 'WRONG',
      ]),
    ],
  );
  for (const { question, isRight, found, expected } of answers) {
    if (!isRight)
      console.log(`${question}\n  found ${JSON.stringify(found)}\n  not   ${JSON.stringify(expected)}`);
  }
}

function printTotal(hasBefore: boolean, { total }: Asked, right: string): void {
  const { calls, characters } = total;
  const now = ['now', String(calls), number(characters), tokens(characters), right];
  console.log('');
  printTable(['', 'calls', 'characters', 'tokens', 'answered'], hasBefore ? [BEFORE, now] : [now]);
}
