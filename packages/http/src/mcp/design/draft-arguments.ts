import { NotFoundError } from '@vitrine/core';
import { z } from '@vitrine/core/contracts';
import { quote } from '../../ground/quote.ts';
import { aboutNamed } from '../tools/missing.ts';
import { shownAsText } from '../tools/tool.ts';
import { readStructureText } from '../tools/tool-arguments.ts';

/** A design, or changes of one. It may arrive as JSON text. The service validates it. */
export function designArgument(description: string) {
  return z.preprocess(readStructureText, z.unknown()).meta({ type: 'object', description });
}

/** The values in the query of the URL, by their names. Numbers and booleans become text. */
export const variables = z
  .preprocess(
    (given) => textValues(readStructureText(given)),
    z.record(z.string(), z.string('Expected text.'), 'Expected an object such as {"first_name": "Jana"}.'),
  )
  .optional()
  .meta({ type: 'object', description: 'Values in the query of the URL, such as {"first_name": "Jana"}.' });

export const at = z
  .string('Expected a date-time.')
  .optional()
  .meta({ description: 'The moment of opening, such as "2027-12-24T17:59:00". Default now.' });

export const name = z.string('Expected text.').optional();

/** The id of a conversation, which a person who watches may name. Default: that of the draft. */
export const conversationId = z.string('Expected the conversationId of the draft.').optional();

/** The id of a saved picture. */
export function savedId(description: string) {
  return shownAsText({ description }).optional();
}

/** The revision that a call is about. */
export const revision = z
  .int('Expected a revision.')
  .optional()
  .meta({ description: 'Refused unless the draft has it.' });

export const saving = {
  revision,
  name: name.meta({ description: 'Default: that of the draft.' }),
  folder: z.string('Expected text.').optional(),
  as: z
    .literal('copy', 'Expected "copy".')
    .optional()
    .meta({ type: 'string', description: '"copy": a new picture, instead of changing the saved one.' }),
};

function textValues(given: unknown): unknown {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) return given;
  const values = Object.entries(given).filter(([, value]) => value !== null);
  return Object.fromEntries(
    values.map(([name, value]) => [
      name,
      typeof value === 'number' || typeof value === 'boolean' ? String(value) : value,
    ]),
  );
}

/** A draft as a call names it. */
interface NamedDraft {
  /** The argument with its id. */
  readonly member: string;
  readonly id: string;
  readonly conversationId: string | undefined;
}

/**
 * Runs a call about a draft with its conversation: the given one, or the one that the account has the draft in.
 * @param findConversation returns the latter, undefined without such a draft.
 * @throws ValidationError at `member` for an unknown draft. The error says what would work.
 */
export function aboutDraft<Result>(
  { member, id, conversationId }: NamedDraft,
  findConversation: () => Promise<string | undefined>,
  run: (conversationId: string) => Promise<Result>,
): Promise<Result> {
  const hint = () =>
    `No draft ${quote(id)}, or not in this conversation. Drafts expire a day after their last change.`;
  return aboutNamed({ path: member, hint }, async () => {
    const found = conversationId ?? (await findConversation());
    if (found === undefined) throw new NotFoundError('draft');
    return run(found);
  });
}
