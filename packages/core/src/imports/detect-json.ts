import { isJsonObject, type JsonObject } from '../ground/json.ts';
import { describeColumns } from './describe-columns.ts';
import type { DetectedFile, FileOptions } from './detected-file.ts';
import { CellPace } from './file/cell-pace.ts';
import { FileProblem } from './file/file-problem.ts';
import { type JsonElement, readJsonArray, readJsonLines } from './json/json-elements.ts';
import { readMemberTexts } from './json/member-texts.ts';
import { COLUMNS_MAX, readSample, SAMPLE_ROWS } from './read-sample.ts';
import { ColumnProfile } from './values/column-profile.ts';

/** Examines the beginning of a JSON array or of NDJSON. @throws FileProblem at a record that can't be read. */
export async function detectJson(
  sample: Uint8Array,
  isWhole: boolean,
  format: 'json' | 'ndjson',
  options: FileOptions,
): Promise<DetectedFile> {
  const read = format === 'json' ? readJsonArray : readJsonLines;
  const { rows, isAll } = await readSample((chunks) => read(chunks), sample, isWhole, SAMPLE_ROWS);
  const records = rows.flatMap((row) => {
    if (row.problem !== null) throw new FileProblem(row.problem, { line: row.line });
    // An import refuses other elements one by one, as a batch does.
    return isJsonObject(row.value) ? [{ record: row.value, row }] : [];
  });
  const [first] = rows;
  if (first !== undefined && records.length === 0) {
    throw new FileProblem('Expected records: objects with members.', { line: first.line });
  }
  const profiles = new Map<string, ColumnProfile>();
  for (const { record } of records) {
    for (const name of Object.keys(record)) {
      if (profiles.has(name)) continue;
      if (profiles.size === COLUMNS_MAX)
        throw new FileProblem(`The records have more than ${COLUMNS_MAX} members.`);
      profiles.set(name, new ColumnProfile());
    }
  }
  const pace = new CellPace();
  for (const { record, row } of records) {
    const texts = Object.values(record).some(hasDigits)
      ? readMemberTexts(row.text)
      : new Map<string, string>();
    if (texts === null) throw new FileProblem('A record is nested too deeply.', { line: row.line });
    for (const [name, profile] of profiles) addMember(profile, memberOf(record, name), texts.get(name) ?? '');
    await pace.add(profiles.size, row.text.length);
  }
  const { columns, decimal, warnings } = await describeColumns(
    [...profiles.keys()],
    [...profiles.values()],
    options,
    null,
    pace,
  );
  return {
    format,
    delimiter: null,
    skipLines: 0,
    header: true,
    quotes: null,
    decimal,
    columns,
    rows: rows.length,
    isWhole: isAll,
    warnings: [...warnOfOthers(rows), ...warnings],
  };
}

/** Warns of elements that an import refuses, because they are no objects. */
function warnOfOthers(rows: readonly JsonElement[]): string[] {
  const others = rows.filter(({ value }) => !isJsonObject(value));
  const [first] = others;
  if (first === undefined) return [];
  return [
    `Line ${first.line} is refused by an import: Expected a JSON object. Such elements: ${others.length}.`,
  ];
}

/** Returns whether a value of JSON may have digits that a double does not hold. */
function hasDigits(member: unknown): boolean {
  return typeof member === 'number' || (typeof member === 'object' && member !== null);
}

function addMember(profile: ColumnProfile, member: unknown, text: string): void {
  if (member === null || typeof member === 'string') profile.add(member);
  else if (typeof member === 'number') profile.addNumber(text);
  else if (typeof member === 'boolean') profile.addBoolean(member);
  else profile.addOther(text);
}

function memberOf(record: JsonObject, name: string): unknown {
  return Object.hasOwn(record, name) ? record[name] : null;
}
