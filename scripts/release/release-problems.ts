/** What decides whether a release can be made. */
export interface ReleaseState {
  /** What `git status --porcelain` prints. */
  readonly changes: string;
  readonly tags: readonly string[];
  /** The version of each package by its name. */
  readonly versions: Readonly<Record<string, string>>;
  readonly changelog: string;
  /** The address of the repository. Null: unknown. */
  readonly address: string | null;
}

/** Returns everything that is in the way of a release, a line each. */
export function releaseProblems({ changes, tags, versions, changelog, address }: ReleaseState): string[] {
  const problems: string[] = [];
  const [version = '', ...others] = new Set(Object.values(versions));
  if (changes !== '') problems.push(`The tree has changes that are not committed:\n${changes.trimEnd()}`);
  if (others.length > 0) {
    const list = Object.entries(versions).map(([name, each]) => `${name} ${each}`);
    problems.push(`All packages have one version, but these differ: ${list.join(', ')}.`);
  }
  if (tags.includes(`v${version}`)) problems.push(`The tag v${version} exists: raise the version.`);
  if (changesOf(changelog, version) === '') {
    problems.push(`CHANGELOG.md has no section "## ${version}" with what has changed.`);
  }
  if (address === null) {
    problems.push('The repository has no remote "origin": give its address with --repository https://…');
  }
  return problems;
}

/** Returns the text of the section of a version. Empty: there is none. */
export function changesOf(changelog: string, version: string): string {
  const sections = changelog.split(/^## /m).slice(1);
  const found = sections.find((each) => each.split(/\s/, 1)[0] === version);
  return found?.slice(found.indexOf('\n')).trim() ?? '';
}

/**
 * Returns the address of a repository as a browser opens it, from that of a remote: `git@host:owner/name.git` is
 * `https://host/owner/name`. Null for another form, such as a folder.
 */
export function browserAddress(remote: string): string | null {
  const url = remote
    .trim()
    .replace(/^[\w.-]+@([\w.-]+):/, 'https://$1/')
    .replace(/^ssh:\/\/(?:[^/@]+@)?([\w.-]+)(?::\d+)?\//, 'https://$1/');
  if (!/^https:/.test(url) || !URL.canParse(url)) return null;
  const { host, pathname } = new URL(url);
  const path = pathname.replace(/\/$/, '').replace(/\.git$/, '');
  return path === '' ? null : `https://${host}${path}`;
}
