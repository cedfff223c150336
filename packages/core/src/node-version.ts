// This module runs on any Node from 18 on and imports nothing: the command line loads it before everything else.

/** The lowest version that `engines` of the packages allow. */
const NODE_MIN = { major: 22, minor: 18 } as const;

/**
 * Says in one line why a version of Node can't run Vitrine; null when it can.
 *
 * @param version as in `process.versions.node`.
 */
export function findNodeProblem(version: string): string | null {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  if (major > NODE_MIN.major || (major === NODE_MIN.major && minor >= NODE_MIN.minor)) return null;
  return `Vitrine needs Node ${NODE_MIN.major}.${NODE_MIN.minor} or newer; this is Node ${version}.`;
}

/**
 * Refuses a Node that is too old, before native code is loaded that would crash on it.
 *
 * @throws Error with the message of `findNodeProblem`.
 */
export function requireNode(): void {
  const problem = findNodeProblem(process.versions.node);
  if (problem !== null) throw new Error(problem);
}
