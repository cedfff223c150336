import type { z } from 'zod';
import { parseContract } from '../../contracts/ground/contract.ts';
import type { FileUpload } from '../../contracts/stores/imports.ts';
import type { Encoding } from '../../ground/encodings.ts';
import { type Issue, ValidationError } from '../../ground/errors.ts';

/** The parameters of a request with a file: those of its query and, in a form, its other fields. */
export interface UploadParameters<Parameters> {
  /** Those of the query and of the fields before the file. */
  readonly first: Parameters;
  /** Reads the rest of the form, and returns all of them. @throws ValidationError */
  readonly all: () => Promise<Parameters>;
}

/**
 * Reads the parameters of a request with a file.
 * @throws ValidationError, also for one that is both in the query and in the form. Nothing of the file is read then.
 */
export async function readUploadParameters<Contract extends z.ZodType<{ encoding?: Encoding | undefined }>>(
  contract: Contract,
  query: object,
  { chunks, fields }: FileUpload,
): Promise<UploadParameters<z.output<Contract>>> {
  const parse = (given: Readonly<Record<string, string>>) => parseContract(contract, joined(query, given));
  let first: z.output<Contract>;
  try {
    first = parse(fields?.before ?? {});
  } catch (error) {
    await chunks[Symbol.asyncIterator]().return?.();
    throw error;
  }
  return {
    first,
    async all() {
      if (fields === undefined) return first;
      const all = parse(await fields.all());
      // The file was decoded while it arrived.
      if (all.encoding !== first.encoding)
        throw parameterError('encoding', 'Expected this field before the file.');
      return all;
    },
  };
}

function joined(query: object, fields: Readonly<Record<string, string>>): object {
  const repeated = Object.keys(fields).find((name) => Object.hasOwn(query, name));
  if (repeated !== undefined)
    throw parameterError(repeated, 'Expected this parameter once, in the query or in the form.');
  return { ...query, ...fields };
}

/** Returns the error of one parameter. */
export function parameterError(path: string, message: string): ValidationError {
  const issue: Issue = { path, message };
  return new ValidationError([issue]);
}
