import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ALWAYS_APPLIES, notApplicable } from './not-applicable.ts';
import { runTool } from './run-tool.ts';

interface Check {
  readonly id: string;
  readonly status: 'SUCCESS' | 'FAILURE' | 'WARNING' | 'INFO' | 'SKIPPED';
  readonly errorMessage?: string;
}

interface Scenario {
  readonly name: string;
  readonly checks: readonly Check[];
}

export interface ConformanceOutcome {
  readonly lines: readonly string[];
  readonly isGood: boolean;
  /** Names from `not-applicable.ts` whose checks failed in this run. */
  readonly excused: ReadonlySet<string>;
}

const scenarioReasons = new Set(notApplicable.flatMap(({ scenarios = [] }) => scenarios));
const checkReasons = new Set(notApplicable.flatMap(({ checks = [] }) => checks));

/** Runs a selection of scenarios and classifies every check as passed, failed, or not applicable. */
export async function runConformance(
  packageName: string,
  url: string,
  selection: readonly string[],
): Promise<ConformanceOutcome> {
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-conformance-'));
  try {
    const { output } = await runTool(packageName, 'conformance', [
      'server',
      '--url',
      url,
      ...selection,
      '--output-dir',
      folder,
    ]);
    return await judgeResults(packageName, folder, output);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Classifies the results that a run of the tool has written into a folder. */
export async function judgeResults(
  packageName: string,
  folder: string,
  output: string,
): Promise<ConformanceOutcome> {
  const scenarios = await readScenarios(folder);
  // The tool's exit code is useless because it counts fixtures. Written results show that it ran.
  if (scenarios.length === 0) throw new Error(`${packageName} wrote no results:\n${output}`);
  return judge(scenarios);
}

function judge(scenarios: readonly Scenario[]): ConformanceOutcome {
  const lines: string[] = [];
  const excused = new Set<string>();
  let isGood = true;
  for (const { name, checks } of scenarios) {
    const excuseOf = ({ id }: Check) =>
      id === ALWAYS_APPLIES ? null : scenarioReasons.has(name) ? name : checkReasons.has(id) ? id : null;
    const failed = checks.filter(({ status }) => status === 'FAILURE');
    const broken = failed.filter((check) => excuseOf(check) === null);
    for (const check of failed) {
      const excuse = excuseOf(check);
      if (excuse !== null) excused.add(excuse);
    }
    isGood &&= broken.length === 0;
    const passed = checks.filter(({ status }) => status === 'SUCCESS').length;
    const expected = failed.length - broken.length;
    const isScored = passed > 0 && !scenarioReasons.has(name);
    const mark = broken.length > 0 ? '✗' : isScored ? '✓' : '–';
    lines.push(`${mark} ${name}: ${passed} passed${expected > 0 ? `, ${expected} not applicable` : ''}`);
    for (const { id, errorMessage } of broken) lines.push(`    ✗ ${id}: ${errorMessage}`);
  }
  return { lines, isGood, excused };
}

/** Reads the results. The tool writes a folder for each scenario: `server-<name>-<time>/checks.json`. */
async function readScenarios(folder: string): Promise<Scenario[]> {
  const names = (await readdir(folder)).sort();
  return await Promise.all(
    names.map(async (entry) => ({
      name: entry.replace(/^(?:authorization-)?server-/, '').replace(/-\d{4}-\d\d-\d\dT[\d-]+Z$/, ''),
      checks: JSON.parse(await readFile(join(folder, entry, 'checks.json'), 'utf8')) as Check[],
    })),
  );
}
