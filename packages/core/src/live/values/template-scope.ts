import type { Millis } from '../../ground/rows.ts';
import { cutCodePoints } from '../../ground/stored-text.ts';
import { showDatetime } from '../../values/datetime.ts';
import { OUTPUT_MAX, type TemplateScope } from '../templates/template.ts';
import type { SourceData, SourceResults } from './source-data.ts';
import type { LiveValue } from './variables.ts';

/** Returns the values as templates read them. Objects have no prototype, so that names are found among values only. */
export function scopeOf(
  variables: ReadonlyMap<string, LiveValue>,
  sources: SourceResults,
  at: Millis,
): TemplateScope {
  const scope: Record<string, unknown> = Object.create(null);
  for (const [name, { value }] of variables) if (value !== null) scope[name] = value;
  for (const [name, data] of sources) if (data !== null) scope[name] = propertiesOf(data);
  scope.now = showDatetime(at);
  return scope;
}

function propertiesOf({ values }: SourceData): Record<string, unknown> {
  const properties: Record<string, unknown> = Object.create(null);
  for (const [name, { shown }] of values) {
    properties[name] = typeof shown === 'string' ? cutCodePoints(shown, OUTPUT_MAX) : shown;
  }
  return properties;
}
