/** Runs one call for each key at a time; whoever asks meanwhile gets what that one gives, its error too. */
export function singleFlight<Result>(): (key: string, run: () => Promise<Result>) => Promise<Result> {
  const running = new Map<string, Promise<Result>>();
  return (key, run) => {
    const current = running.get(key);
    if (current !== undefined) return current;
    const started = run().finally(() => running.delete(key));
    running.set(key, started);
    return started;
  };
}
