/**
 * `@vitrine/core/node`: what packages check of their process, and how they start threads. The command line loads it
 * before all others, so it imports next to nothing and runs on Node 18.
 */

export { type EntryFiles, entryFiles, inheritedArguments } from './ground/program/entry-files.ts';
export { findNodeProblem, requireNode } from './ground/program/node-version.ts';
export { lowerPriority } from './ground/program/thread-priority.ts';
