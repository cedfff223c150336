/** A job for a process, which gets one at a time. */
export interface JobRequest {
  readonly task: string;
  readonly input: unknown;
}

/** `memory`: resident bytes of the process after the job. */
export type JobReport =
  | 'ready'
  | { readonly output: unknown; readonly memory: number }
  | { readonly failure: string; readonly memory: number };

/** The tasks of a process by name. Inputs and outputs must be structured-cloneable. */
export type Tasks<T> = { readonly [K in keyof T]: (input: never) => unknown };
