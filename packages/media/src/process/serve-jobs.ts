import type { JobReport, JobRequest, Tasks } from './job-messages.ts';

/** Runs jobs in the child process of a `ProcessPool`. The process exits when its parent does. */
export function serveJobs<T extends Tasks<T>>(tasks: T): void {
  const send = process.send?.bind(process);
  if (send === undefined) throw new Error('This file runs as a child process.');
  const byName = new Map<string, (input: never) => unknown>(Object.entries(tasks));

  process.on('disconnect', () => process.exit(0));
  process.on('message', async ({ task, input }: JobRequest) => {
    send(await report(byName.get(task), input));
  });
  send('ready' satisfies JobReport);
}

async function report(task: ((input: never) => unknown) | undefined, input: unknown): Promise<JobReport> {
  try {
    if (task === undefined) throw new Error('There is no such task.');
    const output = await task(input as never);
    return { output, memory: process.memoryUsage.rss() };
  } catch (error) {
    const failure = error instanceof Error ? (error.stack ?? error.message) : String(error);
    return { failure, memory: process.memoryUsage.rss() };
  }
}
