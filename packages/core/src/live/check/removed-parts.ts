import type { LiveDesign } from '../../contracts/live/live-design.ts';
import type { Issue } from '../../ground/errors.ts';
import type { CompiledLive } from '../design/compiled-design.ts';
import { templatesIn } from '../design/templates-in.ts';

/**
 * Returns an issue for each variable, source and layer that was removed while something still names it, at its own path.
 * `places` are
 * the paths of those that name them.
 */
export function findRemovedInUse(
  before: LiveDesign,
  compiled: CompiledLive,
): { readonly issues: readonly Issue[]; readonly places: ReadonlySet<string> } {
  const after = compiled.design;
  const removed = (['variables', 'sources', 'layers'] as const).flatMap((group) =>
    Object.keys(before[group])
      .filter((name) => !Object.hasOwn(after[group], name))
      .map((name) => [group, name] as const),
  );
  const places = new Set<string>();
  const issues = removed.flatMap(([group, name]): Issue[] => {
    const users = group === 'layers' ? rulesWithLayer(after, name) : usersOf(compiled, name);
    for (const user of users) places.add(user);
    const [first] = users;
    return first === undefined
      ? []
      : [{ path: `${group}.${name}`, message: `design.${first} still names it.` }];
  });
  return { issues, places };
}

function rulesWithLayer({ rules }: LiveDesign, layer: string): string[] {
  return Object.entries(rules)
    .filter(([, rule]) => Object.hasOwn(rule.layers, layer))
    .map(([name]) => `rules.${name}.layers.${layer}`);
}

/** Returns the paths of templates and conditions that use a variable or a source. */
function usersOf({ design, template }: CompiledLive, name: string): string[] {
  const templates = templatesIn(design)
    .filter(({ source }) => template(source)?.names.some((used) => used.name === name) === true)
    .map(({ path }) => path);
  const conditions = Object.entries(design.rules).flatMap(([rule, { when }]) =>
    when.flatMap(({ field, by }, at) => [
      ...(field === name || field?.startsWith(`${name}.`) ? [`rules.${rule}.when[${at}].field`] : []),
      ...(by === name ? [`rules.${rule}.when[${at}].by`] : []),
    ]),
  );
  return [...templates, ...conditions];
}
