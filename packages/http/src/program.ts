/**
 * What a program shares with the server that it may start. Imports nothing but Node, so that a program which starts none
 * loads nothing else.
 */
export { quote } from './ground/quote.ts';
export { toReachable, urlAt } from './ground/reachable-url.ts';
export { StopError, stopStages } from './stop-stages.ts';
export { collectAfterStart } from './traffic/memory-release.ts';
export { readVersion } from './version.ts';
