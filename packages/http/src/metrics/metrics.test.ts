import { expect, test } from 'vitest';
import { metricLines } from './metrics.ts';

test('groups metrics of one name under one HELP and TYPE', () => {
  const pool = (group: string, value: number) =>
    ({ name: 'vitrine_pool', help: 'Open.', kind: 'gauge', labels: { group }, value }) as const;
  const writes = { name: 'vitrine_writes_total', help: 'Done.', kind: 'counter', value: 3 } as const;
  expect(metricLines([pool('a', 1), writes, pool('b', 2)])).toBe(
    '# HELP vitrine_pool Open.\n# TYPE vitrine_pool gauge\nvitrine_pool{group="a"} 1\nvitrine_pool{group="b"} 2\n' +
      '# HELP vitrine_writes_total Done.\n# TYPE vitrine_writes_total counter\nvitrine_writes_total 3\n',
  );
  expect(metricLines([])).toBe('');
});
