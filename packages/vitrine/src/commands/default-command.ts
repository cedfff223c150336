const SHOWS = new Set(['-h', '--help', '-V', '--version']);

/** Returns the arguments of the command line, which run the server if they name no command: `vitrine --port 9000`. */
export function withDefaultCommand(args: readonly string[]): readonly string[] {
  const [first] = args;
  const namesCommand = first !== undefined && (SHOWS.has(first) || !first.startsWith('-'));
  return namesCommand ? args : ['serve', ...args];
}
