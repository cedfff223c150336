import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { readServeConfig } from '../../packages/vitrine/src/settings/config.ts';
import { SETTINGS } from '../../packages/vitrine/src/settings/settings.ts';
import { imageOf } from '../../test/container/dockerfile.ts';
import { blocksIn, ROOT } from '../../test/docs/code-blocks.ts';

interface Probe {
  readonly httpGet: { readonly path: string; readonly port: number };
}

interface Deployment {
  readonly spec: {
    readonly template: {
      readonly spec: {
        readonly securityContext: { readonly runAsUser: number; readonly runAsGroup: number };
        readonly containers: readonly {
          readonly env: readonly { readonly name: string; readonly value: string }[];
          readonly ports: readonly { readonly containerPort: number }[];
          readonly volumeMounts: readonly { readonly name: string; readonly mountPath: string }[];
          readonly securityContext: object;
          readonly startupProbe: Probe;
          readonly readinessProbe: Probe;
          readonly livenessProbe: Probe;
        }[];
        readonly volumes: readonly { readonly name: string }[];
      };
    };
  };
}

const GUIDE = 'docs/container.md';
const image = imageOf(readFileSync(join(ROOT, 'Dockerfile'), 'utf8'));
const known = new Set<string>(Object.values(SETTINGS).map(({ variable }) => variable));

/** Checks the settings as the server does at its start. Secrets in files exist only in a container. */
function checkSettings(settings: readonly (readonly [name: string, value: string])[]): void {
  expect(settings.map(([name]) => name.replace(/_FILE$/, '')).filter((name) => !known.has(name))).toEqual([]);
  const values = settings.filter(([name]) => !name.endsWith('_FILE'));
  expect(() => readServeConfig({}, Object.fromEntries(values))).not.toThrow();
}

test('the command of the guide gives the container what the image needs', () => {
  const [run = ''] = blocksIn(GUIDE, 'sh', 1);
  expect(run).toContain(`--volume vitrine:${image.volumes[0]}`);
  expect(run).toContain(`:${image.ports[0]} `);
  for (const flag of ['--read-only', '--tmpfs /tmp', '--cap-drop ALL', '--security-opt no-new-privileges'])
    expect(run).toContain(flag);
});

test('the deployment of the guide fits the image and the settings', () => {
  const [yaml = ''] = blocksIn(GUIDE, 'yaml', 1);
  const { spec } = (parse(yaml) as Deployment).spec.template;
  const [container] = spec.containers;
  if (container === undefined) throw new Error('The deployment has no container.');
  expect(`${spec.securityContext.runAsUser}:${spec.securityContext.runAsGroup}`).toBe(image.user);
  expect(container.ports.map(({ containerPort }) => String(containerPort))).toEqual(image.ports);
  expect(container.securityContext).toEqual({
    allowPrivilegeEscalation: false,
    readOnlyRootFilesystem: true,
    capabilities: { drop: ['ALL'] },
  });
  checkSettings(container.env.map(({ name, value }) => [name, value]));
  const { startupProbe, readinessProbe, livenessProbe } = container;
  expect([startupProbe, readinessProbe, livenessProbe].map(({ httpGet }) => httpGet)).toEqual([
    { path: '/readyz', port: 8080 },
    { path: '/readyz', port: 8080 },
    { path: '/healthz', port: 8080 },
  ]);
  expect(container.volumeMounts.map(({ name }) => name)).toEqual(spec.volumes.map(({ name }) => name));
  const paths = container.volumeMounts.map(({ mountPath }) => mountPath);
  expect(paths).toEqual(expect.arrayContaining([...image.volumes, '/tmp']));
});

test('the settings for Fly.io fit the image', () => {
  const [toml = ''] = blocksIn(GUIDE, 'toml', 1);
  expect(toml).toContain(`internal_port = ${image.ports[0]}\n`);
  expect(toml).toContain(`destination = "${image.volumes[0]}"\n`);
  const settings = [...toml.matchAll(/^ {2}(VITRINE_\w+) = "(.*)"$/gm)];
  expect(settings).toHaveLength(1);
  checkSettings(settings.map(([, name = '', value = '']) => [name, value]));
});
