import type { LiveDesign } from '../../contracts/live/live-design.ts';
import type { LiveSource } from '../../contracts/live/live-sources.ts';

/** A template of a design. */
export interface PlacedTemplate {
  /** Its path in the design. */
  readonly path: string;
  readonly source: string;
  /** What it makes: links and URLs of pictures have rules of their own. */
  readonly use: 'text' | 'link' | 'picture';
}

/** Returns all templates of a design. */
export function templatesIn(design: LiveDesign): PlacedTemplate[] {
  const found: PlacedTemplate[] = [];
  const add = (path: string, source: unknown, use: PlacedTemplate['use'] = 'text') => {
    if (typeof source === 'string') found.push({ path, source, use });
  };
  for (const [name, source] of Object.entries(design.sources)) {
    for (const { path, source: text } of templatesOfSource(source)) add(`sources.${name}.${path}`, text);
  }
  for (const [name, layer] of Object.entries(design.layers)) {
    const path = `layers.${name}`;
    add(`${path}.show`, layer.show);
    if (layer.type === 'text') add(`${path}.text`, layer.text);
    if (layer.type === 'image') add(`${path}.url`, layer.url, 'picture');
    if (layer.type === 'timer') add(`${path}.design.target.value`, layer.design.target.value);
  }
  for (const [name, rule] of Object.entries(design.rules)) {
    const path = `rules.${name}`;
    for (const [layer, override] of Object.entries(rule.layers)) {
      if (override === false) continue;
      const at = `${path}.layers.${layer}`;
      add(`${at}.show`, override.show);
      if ('text' in override) add(`${at}.text`, override.text);
      if ('url' in override) add(`${at}.url`, override.url, 'picture');
    }
    add(`${path}.link`, rule.link, 'link');
  }
  add('link', design.link, 'link');
  add('altText', design.altText);
  return found;
}

/** Returns the templates of a source, with their paths in it. */
export function templatesOfSource(source: LiveSource): { readonly path: string; readonly source: string }[] {
  switch (source.kind) {
    case 'record':
      return Object.entries(source.key).map(([name, text]) => ({ path: `key.${name}`, source: text }));
    case 'query':
      return source.filters.flatMap(({ value }, at) => textsIn(value, `filters[${at}].value`));
    case 'nearest':
      return (['place', 'lat', 'lng'] as const).flatMap((name) => textsIn(source[name], name));
  }
}

/** Returns the texts in the value of a filter: one, or those of a list. */
function textsIn(value: unknown, path: string): { readonly path: string; readonly source: string }[] {
  if (typeof value === 'string') return [{ path, source: value }];
  return Array.isArray(value) ? value.flatMap((one, at) => textsIn(one, `${path}[${at}]`)) : [];
}
