// This module imports nothing and runs on Node 18 and newer, because the command line loads it before all others.

/** The lowest version that `engines` of the packages allows. */
const NODE_MIN = { major: 22, minor: 18 } as const;

/**
 * Returns a line that says why a version of Node cannot run Vitrine. Null if it can.
 *
 * @param version as in `process.versions.node`.
 */
export function findNodeProblem(version: string): string | null {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  if (major > NODE_MIN.major || (major === NODE_MIN.major && minor >= NODE_MIN.minor)) return null;
  return `Vitrine needs Node ${NODE_MIN.major}.${NODE_MIN.minor} or newer; this is Node ${version}.`;
}

/**
 * Rejects an old Node, before native code is loaded that would crash on it.
 *
 * @throws Error with the message of `findNodeProblem`.
 */
export function requireNode(): void {
  const problem = findNodeProblem(process.versions.node);
  if (problem !== null) throw new Error(problem);
}
