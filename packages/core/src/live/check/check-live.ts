import { RESERVED_VARIABLES } from '../../contracts/designs/live-members.ts';
import type { LiveDesign } from '../../contracts/live/live-design.ts';
import type { Issue } from '../../ground/errors.ts';
import type { Compilation, CompiledLive } from '../design/compiled-design.ts';
import { templatesIn } from '../design/templates-in.ts';
import { buildLink, isWholeHead } from '../values/links.ts';
import { scopeOf } from '../values/template-scope.ts';
import { readVariables } from '../values/variables.ts';
import { findNamed, findNameIssues } from './check-names.ts';
import { findRuleIssues } from './check-rules.ts';
import { findSourceIssues } from './check-sources.ts';
import type { LiveEnvironment } from './live-environment.ts';

/**
 * Returns the semantic errors of a design, at paths in it: unknown names, keys that are none, links that a value could
 * lead to another host. Fonts and pictures are not its subject.
 */
export function findLiveIssues({ compiled, issues }: Compilation, environment: LiveEnvironment): Issue[] {
  return [
    ...issues,
    ...findReservedNames(compiled.design),
    ...findSourceIssues(compiled, environment),
    ...findNameIssues(compiled, environment),
    ...findRuleIssues(compiled, environment),
    ...findLinkIssues(compiled, environment),
    ...findPictureIssues(compiled),
    ...findRenderingIssues(compiled),
  ];
}

function findReservedNames({ variables, sources }: LiveDesign): Issue[] {
  const reserved: readonly string[] = RESERVED_VARIABLES;
  return [
    ...Object.keys(variables)
      .filter((name) => reserved.includes(name))
      .map((name) => ({
        path: `variables.${name}`,
        message: 'The name has another meaning; use another one.',
      })),
    ...Object.keys(sources)
      .filter((name) => name === 'now' || Object.hasOwn(variables, name))
      .map((name) => ({
        path: `sources.${name}`,
        message:
          name === 'now' ? 'The name has another meaning; use another one.' : 'A variable has this name.',
      })),
  ];
}

const LINK_START =
  'Expected https:// and a host that ends with / before the first value, or a property of the type url_link first.';

/** The host of a link is text of the design, or that of a property whose values are links. */
function findLinkIssues(compiled: CompiledLive, environment: LiveEnvironment): Issue[] {
  const links = templatesIn(compiled.design).filter(({ use }) => use === 'link');
  const issues = links.flatMap(({ path, source }): Issue[] => {
    const text = source.trim();
    const head = text.split(/\{\{|\{%/, 1)[0] ?? '';
    if (head !== '') return isWholeHead(head, head !== text) ? [] : [{ path, message: LINK_START }];
    // What a tag begins with is known only when it is rendered.
    const [first] = compiled.template(source)?.names ?? [];
    if (!text.startsWith('{{') || first === undefined) return [];
    const [property] = first.properties;
    const found =
      typeof property === 'string' ? findNamed(compiled, environment, `${first.name}.${property}`) : '';
    const isLink = typeof found === 'object' && (found.kind !== 'property' || found.type === 'url_link');
    if (!isLink || typeof property !== 'string') return [{ path, message: LINK_START }];
    return isChanged(compiled, source, first.name, property) ? [{ path, message: CHANGED_LINK }] : [];
  });
  const { link } = compiled.design.fallback;
  if (link === null || link === '' || isPlainUrl(link)) return issues;
  return [...issues, { path: 'fallback.link', message: 'Expected a URL, http or https, without values.' }];
}

const CHANGED_LINK =
  'A filter changes the property, so that it is no link any more. Write what follows it behind the }}.';

/** Returns whether a link is none even if the property that it begins with is set, as after the filter `append`. */
function isChanged({ template }: CompiledLive, source: string, name: string, property: string): boolean {
  const parsed = template(source);
  if (parsed === null) return false;
  const link = 'https://example.com/';
  try {
    const parts = parsed.render({ [name]: { [property]: link } });
    return buildLink(parts, (value) => value === link || parsed.quoted.has(value)) === null;
  } catch {
    // `findRenderingIssues` has found it.
    return false;
  }
}

/** A picture whose URL has no values is always the same one. */
function findPictureIssues({ design, template }: CompiledLive): Issue[] {
  return templatesIn(design).flatMap(({ path, source, use }) => {
    const isPlain = use === 'picture' && source.trim() !== '' && template(source)?.names.length === 0;
    const isUrl = !isPlain || TAGS.test(source) || isPlainUrl(source.trim());
    return isUrl
      ? []
      : [{ path, message: 'Expected a URL, http or https, or values of the type url_image.' }];
  });
}

/** What begins a value or a tag of a template. */
const TAGS = /\{\{|\{%/;

function isPlainUrl(text: string): boolean {
  return !TAGS.test(text) && isWholeHead(text, false) && URL.canParse(text);
}

/** Renders with the samples, so that a filter refuses here what it would refuse in each opening. */
function findRenderingIssues({ design, template }: CompiledLive): Issue[] {
  const scope = scopeOf(readVariables(design, samplesOf(design)), new Map(), 0);
  return templatesIn(design).flatMap(({ path, source }) => {
    try {
      template(source)?.render(scope);
      return [];
    } catch (error) {
      const [first = ''] = (error instanceof Error ? error.message : '').split('\n');
      return [{ path, message: `It can't be rendered with the samples: ${first}.` }];
    }
  });
}

/** Returns the samples of the variables, as a query of a URL gives values. */
export function samplesOf({ variables }: LiveDesign): ReadonlyMap<string, string> {
  return new Map(
    Object.entries(variables).flatMap(([name, { sample }]) => (sample === null ? [] : [[name, sample]])),
  );
}
