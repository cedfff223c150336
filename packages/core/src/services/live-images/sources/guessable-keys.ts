import type { CompiledLive } from '../../../live/design/compiled-design.ts';
import { templatesOfSource } from '../../../live/design/templates-in.ts';
import { EVERYTHING, NEWEST_FIRST } from '../../../query/ast.ts';
import type { ServiceContext } from '../../calls/context.ts';
import { readPlaces } from './live-places.ts';
import { dataOfRecord } from './source-records.ts';

/** The newest records whose keys are looked at. */
const SAMPLED = 5;

const FORMS: readonly (readonly [form: RegExp, name: string])[] = [
  [/^[^\s@]+@[^\s@]+\.[^\s@]+$/, 'e-mail addresses'],
  [/^\d{1,15}$/, 'numbers in a row'],
];

/**
 * Returns a warning for each source of an open design whose key readers can guess: they could open the pictures of others.
 */
export async function findGuessableKeys(
  context: Pick<ServiceContext, 'storage' | 'clock'>,
  accountId: string,
  { design, template }: CompiledLive,
): Promise<string[]> {
  if (design.access === 'signed') return [];
  const warnings: string[] = [];
  for (const [name, place] of await readPlaces(context, accountId, design)) {
    const source = design.sources[name];
    if (source?.kind !== 'record' || place === null || 'fields' in place) continue;
    const names = templatesOfSource(source).flatMap(({ source: text }) => template(text)?.names ?? []);
    if (!names.some((used) => Object.hasOwn(design.variables, used.name))) continue;
    const query = { where: EVERYTHING, order: NEWEST_FIRST, after: null, limit: SAMPLED };
    const { rows } = await context.storage.records.find(place, query, context.clock());
    const records = rows.map((row) => dataOfRecord(place, row));
    for (const key of Object.keys(source.key)) {
      const values = records.map(({ values: found }) => String(found.get(key)?.shown ?? ''));
      const form = FORMS.find(([one]) => values.length > 0 && values.every((value) => one.test(value)));
      if (form === undefined) continue;
      warnings.push(
        `design.sources.${name}.key.${key}: The keys look like ${form[1]}, so readers may guess those of others. ` +
          'If the pictures show anything secret, use a random key or access signed.',
      );
    }
  }
  return warnings;
}
