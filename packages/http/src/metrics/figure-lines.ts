import type { Figure } from '@vitrine/core';

/** Figures in Prometheus text format 0.0.4; those of one name stand together. */
export function figureLines(figures: readonly Figure[]): string {
  const byName = Map.groupBy(figures, ({ name }) => name);
  const lines = Array.from(byName, ([name, same]) => {
    const [first] = same;
    return [
      `# HELP ${name} ${first?.help}`,
      `# TYPE ${name} ${first?.kind}`,
      ...same.map(({ labels = {}, value }) => `${name}${labelsOf(labels)} ${value}`),
    ].join('\n');
  });
  return lines.map((text) => `${text}\n`).join('');
}

/** Values are names of our own, without quotes or backslashes. */
function labelsOf(labels: Readonly<Record<string, string>>): string {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${value}"`);
  return pairs.length === 0 ? '' : `{${pairs.join(',')}}`;
}
