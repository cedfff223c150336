/** The parameters of an import that decide how a file is read. The flags of the command line have the same names. */
export type FileParameter =
  | 'delimiter'
  | 'encoding'
  | 'skipLines'
  | 'header'
  | 'quotes'
  | 'dates'
  | 'decimal'
  | 'mapping';

/**
 * A file that can't be read, or can't be read without a decision of the caller. `parameter` names the parameter that
 * decides; null: the file itself is wrong. `line`: where, from 1; null: nowhere in particular.
 */
export class FileProblem extends Error {
  override readonly name = 'FileProblem';
  readonly parameter: FileParameter | null;
  readonly line: number | null;

  constructor(
    message: string,
    { parameter = null, line = null }: { parameter?: FileParameter | null; line?: number | null } = {},
  ) {
    super(message);
    this.parameter = parameter;
    this.line = line;
  }
}
