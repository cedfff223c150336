/** Why types were not written. The exit codes are those of `vitrine`, based on sysexits(3). */
export class TypesError extends Error {
  override readonly name = 'TypesError';
  /** 1: something was refused. 64: wrong usage. 74: the server or a file can't be reached. */
  readonly exitCode: 1 | 64 | 74;

  constructor(exitCode: TypesError['exitCode'], message: string, options?: ErrorOptions) {
    super(message, options);
    this.exitCode = exitCode;
  }
}
