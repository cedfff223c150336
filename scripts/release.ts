// Prepares a release and stops before the upload: checks the state of the repository, builds, packs everything into
// `.release/<version>`, and prints the commands that publish it. Run it on a commit that `.ci/run` has passed.
//
//   pnpm release [--repository https://…]
//   pnpm release --bump 0.2.0      only writes a new version into all packages, and the heading of the changelog
import { execFileSync } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { packAll } from './release/pack.ts';
import { browserAddress, changesOf, releaseProblems } from './release/release-problems.ts';
import { sourcePackages } from './source-packages.ts';

const root = resolve(import.meta.dirname, '..');
const { values } = parseArgs({
  // pnpm passes `--` on.
  args: process.argv.slice(2).filter((argument) => argument !== '--'),
  options: { repository: { type: 'string' }, bump: { type: 'string' } },
});

if (values.bump === undefined) prepare();
else bump(values.bump);

function prepare(): void {
  const changelog = readFileSync(join(root, 'CHANGELOG.md'), 'utf8');
  const own: { readonly name: string; readonly version: string } = JSON.parse(
    readFileSync(join(root, 'package.json'), 'utf8'),
  );
  const manifests = [own, ...sourcePackages(root).map(({ manifest }) => manifest)];
  const address = browserAddress(values.repository ?? remote());
  const problems = releaseProblems({
    changes: git('status', '--porcelain'),
    tags: git('tag', '--list').split('\n'),
    versions: Object.fromEntries(manifests.map(({ name, version }) => [name, version])),
    changelog,
    address,
  });
  if (problems.length > 0 || address === null) {
    for (const problem of problems) console.error(problem);
    process.exitCode = 1;
    return;
  }
  const { version } = own;
  const folder = join(root, '.release', version);
  rmSync(folder, { recursive: true, force: true });
  execFileSync('pnpm', ['build'], { cwd: root, stdio: 'inherit' });
  const packed = packAll(root, folder, address);
  console.log(`\n${changesOf(changelog, version)}\n`);
  console.log(
    `${packed.length} packages of ${version} are in ${relative(root, folder)}. Nothing was uploaded.`,
  );
  console.log('These commands publish them, in a pipeline that npm makes provenance statements for:\n');
  // A version like 1.0.0-beta.1 must not be what `npm install` takes by default.
  const tag = version.includes('-') ? ' --tag next' : '';
  for (const file of packed) console.log(`npm publish ${relative(root, file)}${tag}`);
  console.log(`git tag v${version} && git push origin v${version}`);
}

function bump(version: string): void {
  for (const folder of ['.', ...sourcePackages(root).map(({ name }) => `packages/${name}`)]) {
    replaceIn(join(folder, 'package.json'), /^ {2}"version": ".*"/m, `  "version": "${version}"`);
  }
  const today = new Date().toISOString().slice(0, 10);
  replaceIn('CHANGELOG.md', /^## Unreleased$/m, `## Unreleased\n\n## ${version} (${today})`);
}

/** @throws Error if the file does not have what is to be replaced. */
function replaceIn(file: string, pattern: RegExp, replacement: string): void {
  const path = join(root, file);
  const text = readFileSync(path, 'utf8');
  if (!pattern.test(text)) throw new Error(`${file} has no ${pattern}.`);
  writeFileSync(path, text.replace(pattern, replacement));
}

function git(...args: readonly string[]): string {
  return execFileSync('git', args, { cwd: root, encoding: 'utf8' });
}

function remote(): string {
  try {
    return execFileSync('git', ['remote', 'get-url', 'origin'], {
      cwd: root,
      encoding: 'utf8',
      stdio: 'pipe',
    });
  } catch {
    return '';
  }
}
