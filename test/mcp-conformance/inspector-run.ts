import { runTool } from './run-tool.ts';
import { INSPECTOR } from './tools.ts';

export interface InspectorOutcome {
  readonly line: string;
  readonly isGood: boolean;
}

/** Lists the tools of one era with the inspector, which checks every schema. A warning is a failure. */
export async function inspectTools(url: string, key: string, era: string): Promise<InspectorOutcome> {
  const { code, output } = await inspect(url, key, era, ['--method', 'tools/list', '--strict']);
  const isGood =
    code === 0 && !/\b[1-9]\d* (?:errors?|warnings?)\b/.test(output) && output.includes('"store_query"');
  return { isGood, line: verdict(isGood, `${era}: tools/list --strict`, output) };
}

/** Calls one tool; a tool error is a failure. */
export async function inspectCall(
  url: string,
  key: string,
  era: string,
  tool: string,
  args: Readonly<Record<string, unknown>>,
): Promise<InspectorOutcome> {
  const call = ['--method', 'tools/call', '--tool-name', tool, '--tool-args-json', JSON.stringify(args)];
  const { code, output } = await inspect(url, key, era, [...call, '--format', 'json']);
  const isGood = code === 0 && output.includes('structuredContent');
  return { isGood, line: verdict(isGood, `${era}: ${tool}`, output) };
}

function inspect(url: string, key: string, era: string, args: readonly string[]) {
  const target = ['--cli', url, '--transport', 'http', '--protocol-era', era];
  const header = ['--header', `Authorization: Bearer ${key}`];
  return runTool(INSPECTOR, 'mcp-inspector', [...target, ...args, ...header]);
}

function verdict(isGood: boolean, what: string, output: string): string {
  return isGood ? `✓ ${what}` : `✗ ${what}\n${output}`;
}
