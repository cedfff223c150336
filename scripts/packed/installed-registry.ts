import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { basename, dirname } from 'node:path';
import { promisify } from 'node:util';
import {
  type InstalledPackage,
  installedPackages,
  type Manifest,
  readManifest,
} from '../installed-packages.ts';

interface Version {
  readonly manifest: Manifest;
  /** A packed file, or the folder of an installed package. */
  readonly content: string;
}

export interface InstalledRegistry {
  readonly url: string;
  stop(): void;
}

/** Installed packages are tens of megabytes, and are sent to this machine only. */
const GZIP = 'gzip -1';
const BYTES_MAX = 256 * 1024 * 1024;

/**
 * Starts an npm registry with the packed packages, and with what they depend on as it is installed in this repository.
 * So an installation by `npm` needs no network.
 *
 * @param packed the unpacked folders of the packages by their packed files.
 * @param modulesOf returns the folder with the dependencies of a packed package.
 * @param others further installed packages that it has.
 */
export async function startInstalledRegistry(
  packed: Readonly<Record<string, string>>,
  modulesOf: (name: string) => string,
  others: readonly InstalledPackage[] = [],
): Promise<InstalledRegistry> {
  const versions = new Map<string, Map<string, Version>>();

  function add(manifest: Manifest, content: string): void {
    const known = versions.get(manifest.name) ?? new Map<string, Version>();
    versions.set(manifest.name, known);
    if (!known.has(manifest.version)) known.set(manifest.version, { manifest, content });
  }

  function documentOf(name: string, known: ReadonlyMap<string, Version>): object {
    const documents = [...known].map(([version, { manifest }]) => {
      const optional = Object.entries(manifest.optionalDependencies ?? {});
      return [
        version,
        {
          ...manifest,
          optionalDependencies: Object.fromEntries(optional.filter(([each]) => versions.has(each))),
          dist: { tarball: `${url}/${name}/-/${version}` },
        },
      ];
    });
    const latest = [...known.keys()].at(-1);
    return { name, 'dist-tags': { latest }, versions: Object.fromEntries(documents) };
  }

  const manifests = Object.entries(packed).map(([file, folder]) => ({
    file,
    manifest: readManifest(folder),
  }));
  for (const { file, manifest } of manifests) add(manifest, file);
  const own = new Set(manifests.map(({ manifest }) => manifest.name));
  for (const { manifest } of manifests) {
    const { name, dependencies, optionalDependencies } = manifest;
    const names = Object.keys({ ...dependencies, ...optionalDependencies }).filter((each) => !own.has(each));
    for (const each of installedPackages(modulesOf(name), names)) add(each.manifest, each.folder);
  }

  for (const { manifest, folder } of others) add(manifest, folder);

  let url = '';
  const server = createServer(async (request, response) => {
    const [name = '', version] = decodeURIComponent(request.url ?? '')
      .slice(1)
      .split('/-/');
    const known = versions.get(name);
    if (known === undefined) return response.writeHead(404).end('{}');
    if (version === undefined) return sendDocument(response, documentOf(name, known));
    const found = known.get(version);
    return found === undefined ? response.writeHead(404).end() : response.end(await tarball(found.content));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { url, stop: () => void server.close().closeAllConnections() };
}

function sendDocument(response: ServerResponse, document: object): void {
  response.setHeader('content-type', 'application/json');
  response.end(JSON.stringify(document));
}

async function tarball(content: string): Promise<Buffer> {
  if (content.endsWith('.tgz')) return readFileSync(content);
  // pnpm stores equal files once, as hard links. npm extracts no links.
  // pnpm adds a folder with the commands of dependencies.
  const flags = ['--hard-dereference', '--exclude=node_modules', '-I', GZIP, '-cf', '-'];
  const { stdout } = await promisify(execFile)('tar', [...flags, '-C', dirname(content), basename(content)], {
    encoding: 'buffer',
    maxBuffer: BYTES_MAX,
  });
  return stdout;
}
