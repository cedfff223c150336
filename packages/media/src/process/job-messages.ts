/** What a process is asked to do. It is sent one job at a time. */
export interface JobRequest {
  readonly task: string;
  readonly input: unknown;
}

/** `memory`: bytes that the process holds after the job. */
export type JobReport =
  | 'ready'
  | { readonly output: unknown; readonly memory: number }
  | { readonly failure: string; readonly memory: number };

/** The tasks of a process by name. Inputs and outputs are what structured cloning can carry. */
export type Tasks<T> = { readonly [K in keyof T]: (input: never) => unknown };
