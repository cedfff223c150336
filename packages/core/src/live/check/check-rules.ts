import type { LiveCondition } from '../../contracts/live/live-rules.ts';
import type { Issue } from '../../ground/errors.ts';
import { namesHint } from '../../ground/nearest-name.ts';
import { momentIn } from '../../values/moment-in-zone.ts';
import type { CompiledLive } from '../design/compiled-design.ts';
import { conditionOperators } from '../values/conditions.ts';
import { findNamed } from './check-names.ts';
import type { LiveEnvironment } from './live-environment.ts';

/** Returns the issues of the rules of a design: their conditions, and layers that do not exist. */
export function findRuleIssues(compiled: CompiledLive, environment: LiveEnvironment): Issue[] {
  const { rules, layers } = compiled.design;
  const known = Object.keys(layers);
  return Object.entries(rules).flatMap(([name, rule]) => [
    ...rule.when.flatMap((condition, at) =>
      findConditionIssues(compiled, environment, condition).map((issue) => ({
        ...issue,
        path: `rules.${name}.when[${at}].${issue.path}`,
      })),
    ),
    ...Object.keys(rule.layers)
      .filter((layer) => !Object.hasOwn(layers, layer))
      .map((layer) => ({
        path: `rules.${name}.layers.${layer}`,
        message: `No layer has this name.${namesHint(layer, known)}`,
      })),
  ]);
}

function findConditionIssues(
  compiled: CompiledLive,
  environment: LiveEnvironment,
  condition: LiveCondition,
): Issue[] {
  const { timeZone } = compiled.design;
  const { field, op = '', value, by, from = '00:00', to } = condition;
  const issues: Issue[] = [];
  if (field !== undefined) issues.push(...findFieldIssues(compiled, environment, { field, op, value }));
  if (by !== undefined) {
    const found = findNamed(compiled, environment, by);
    if (typeof found === 'string') issues.push({ path: 'by', message: found });
    else if (found.kind !== 'variable')
      issues.push({ path: 'by', message: 'Expected the name of a variable.' });
  }
  for (const member of ['after', 'before'] as const) {
    const text = condition[member];
    if (text === undefined || momentIn(timeZone, text) !== null) continue;
    issues.push({ path: member, message: 'Expected a date-time such as 2026-12-01T09:00:00, or a date.' });
  }
  if (condition.weekdays !== undefined && to === from) {
    issues.push({ path: 'to', message: 'It is equal to from, so the interval is empty.' });
  }
  return issues;
}

function findFieldIssues(
  compiled: CompiledLive,
  environment: LiveEnvironment,
  { field, op, value }: { readonly field: string; readonly op: string; readonly value: unknown },
): Issue[] {
  const found = findNamed(compiled, environment, field);
  if (typeof found === 'string') return [{ path: 'field', message: found }];
  if (found.kind === 'unknown') return [];
  const type = found.kind === 'variable' ? found.kind : found.type;
  const operators = conditionOperators(type);
  const read = Object.hasOwn(operators, op) ? operators[op] : undefined;
  if (read === undefined) {
    const known = Object.keys(operators).join(', ');
    return [
      { path: 'op', message: `Not an operator of the ${type} ${JSON.stringify(field)}. Use ${known}.` },
    ];
  }
  // The values of a variable are compared as numbers with a number.
  const isNumber = type === 'variable' && typeof value === 'number';
  const comparison = isNumber ? conditionOperators('number')[op]?.('t0', value) : read('t0', value);
  if (typeof comparison === 'string') return [{ path: 'value', message: comparison }];
  if (!Array.isArray(comparison)) return [];
  return comparison.map(({ at, message }) => ({ path: `value${at}`, message }));
}
