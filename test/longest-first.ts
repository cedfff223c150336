import { relative, sep } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { AT_NIGHT } from './run-modes.ts';

/** The files that take longest by day, the longest first. Those that run only at night take minutes. */
const LONGEST: readonly RegExp[] = [
  /conformance\.test\.ts$/,
  /^test\/differential\//,
  /^test\/console\//,
  /^test\/(embedding\/closing|memory\/promoted-bytes|client\/(platforms|suite|types))/,
  /^packages\/http\/src\/(traffic\/(connection|body-reading)|server|routes\/(hostile-bodies|stores\/changes))\.test/,
  /^packages\/(storage-postgres\/src\/caching\/presence|storage-sqlite\/src\/export-snapshots|vitrine\/src\/loaded-packages)/,
  /^test\/docs\/(readme|client-guide|excerpts|operations-guide)/,
  /^test\/e2e\/(several-servers|server-process|survives-a-kill|started-twice|idempotency|command-line|hostile|store-tools-hostile|maps|live-urls|order-of-checks|generated)/,
  /^packages\/vitrine\/src\/(commands|pictures)\//,
  /^test\/e2e\//,
];

/**
 * Starts the files that take longest first, so that no process runs one alone at the end. Files with a process of their
 * own come before those that share one, because Vitest keeps a shared process only while files for it follow.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(specifications: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(specifications);
    return sorted.sort((a, b) => sharesProcess(a) - sharesProcess(b) || rankOf(a) - rankOf(b));
  }
}

function sharesProcess({ project }: TestSpecification): number {
  return project.config.isolate ? 0 : 1;
}

function rankOf({ project, moduleId }: TestSpecification): number {
  const path = relative(project.config.root, moduleId).split(sep).join('/');
  if (AT_NIGHT.includes(path)) return -1;
  const rank = LONGEST.findIndex((pattern) => pattern.test(path));
  return rank === -1 ? LONGEST.length : rank;
}
