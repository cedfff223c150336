/** An environment variable and the flag of the same name, which takes precedence. */
export interface Setting<Value> {
  readonly variable: string;
  readonly flag: string;
  /** The name of the value in the help text. */
  readonly placeholder: string;
  readonly description: string;
  /** The default, as text. Undefined: the setting is optional. */
  readonly fallback: string | undefined;
  /** Whether the flag without a value turns the setting on. */
  readonly isSwitch?: true;
  /**
   * Whether `<variable>_FILE` may name a file that holds the value. Flags and variables are visible in process lists.
   */
  readonly isSecret?: true;
  /** Parses the value. @throws Error whose message is printed after the setting's name. */
  readonly read: (text: string) => Value;
}

/** Returns the variable that names a file with the value of a secret setting. */
export function fileVariableOf({ variable }: Pick<Setting<unknown>, 'variable'>): string {
  return `${variable}_FILE`;
}
