import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { findNodeProblem, requireNode } from './node-version.ts';

test('reports versions below the minimum in one line, accepts newer ones', () => {
  for (const version of ['18.20.4', '20.20.2', '22.17.9', '22.0.0']) {
    expect(findNodeProblem(version)).toBe(`Vitrine needs Node 22.18 or newer; this is Node ${version}.`);
  }
  for (const version of ['22.18.0', '22.20.1', '24.11.0', '26.0.0', '100.1.0']) {
    expect(findNodeProblem(version)).toBeNull();
  }
  expect(requireNode).not.toThrow();
});

test('the minimum is the lowest version that the manifest allows', () => {
  const { engines } = JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8'));
  const [lowest] = String(engines.node).match(/\d+\.\d+/) ?? [''];
  expect(findNodeProblem(`${lowest}.0`)).toBeNull();
  const [major, minor] = lowest.split('.').map(Number);
  expect(findNodeProblem(`${major}.${Number(minor) - 1}.9`)).not.toBeNull();
});
