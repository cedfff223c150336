import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** Milliseconds of an operation at each size. */
export interface Growth {
  readonly name: string;
  readonly ours: readonly number[];
  readonly floor: readonly number[];
  readonly indexed: readonly number[];
}

const FILE = fileURLToPath(new URL('../../docs/growth.svg', import.meta.url));
const PANEL = { width: 230, height: 130, left: 58, top: 30, gapX: 66, gapY: 66, across: 3 };
const LINES = ['floor', 'indexed', 'ours'] as const;
const TITLES = { floor: 'SQLite without indexes', indexed: 'SQLite with hand-made indexes', ours: 'Vitrine' };

const LEGEND_X = { ours: 0, indexed: 90, floor: 310 };

// The colours follow the scheme of the page around the picture.
const STYLE = `
  text { font: 11px system-ui, sans-serif; fill: #57606a; }
  .name { font-size: 13px; font-weight: 600; fill: #1f2328; }
  .grid { stroke: #d8dee4; }
  polyline { fill: none; stroke-width: 1.75; stroke-linejoin: round; }
  .ours { stroke: #0969da; stroke-width: 2.5; } circle.ours { fill: #0969da; stroke: none; }
  .floor { stroke: #9a6700; } .indexed { stroke: #1a7f37; stroke-dasharray: 5 3; }
  @media (prefers-color-scheme: dark) {
    text { fill: #9198a1; } .name { fill: #f0f6fc; } .grid { stroke: #3d444d; }
    .ours { stroke: #4493f8; } circle.ours { fill: #4493f8; } .floor { stroke: #d29922; } .indexed { stroke: #3fb950; }
  }`;

/** Writes docs/growth.svg: for each operation the time of a request over the number of records, both logarithmic. */
export function writeGrowthPlot(sizes: readonly number[], growth: readonly Growth[]): void {
  const all = growth.flatMap(({ ours, floor, indexed }) => [...ours, ...floor, ...indexed]);
  const low = Math.floor(Math.log10(Math.min(...all)));
  const high = Math.ceil(Math.log10(Math.max(...all)));
  const x = (place: number) => (PANEL.width * place) / Math.max(1, sizes.length - 1);
  const y = (value: number) => PANEL.height * (1 - (Math.log10(value) - low) / (high - low));
  const panels = growth.map((one, index) => {
    const left = PANEL.left + (index % PANEL.across) * (PANEL.width + PANEL.gapX);
    const top = PANEL.top + 24 + Math.floor(index / PANEL.across) * (PANEL.height + PANEL.gapY);
    const grid = Array.from({ length: high - low + 1 }, (_, i) => {
      const at = y(10 ** (low + i)).toFixed(1);
      const label = formatTime(10 ** (low + i));
      return `<path class="grid" d="M0 ${at}H${PANEL.width}"/><text x="-6" y="${at}" dy="4" text-anchor="end">${label}</text>`;
    });
    const ticks = sizes.map(
      (size, i) =>
        `<text x="${x(i).toFixed(1)}" y="${PANEL.height + 16}" text-anchor="middle">${formatSize(size)}</text>`,
    );
    const lines = LINES.map((line) => {
      const points = one[line].map((value, i) => `${x(i).toFixed(1)},${y(value).toFixed(1)}`);
      return `<polyline class="${line}" points="${points.join(' ')}"/>`;
    });
    const dots = one.ours.map(
      (value, i) => `<circle class="ours" cx="${x(i).toFixed(1)}" cy="${y(value).toFixed(1)}" r="3"/>`,
    );
    const title = `<text class="name" x="0" y="-10">${one.name}</text>`;
    return `<g transform="translate(${left} ${top})">${[title, ...grid, ...ticks, ...lines, ...dots].join('')}</g>`;
  });
  const width = PANEL.left + PANEL.across * PANEL.width + (PANEL.across - 1) * PANEL.gapX + 16;
  const rows = Math.ceil(growth.length / PANEL.across);
  const height = PANEL.top + 24 + rows * (PANEL.height + PANEL.gapY) - PANEL.gapY + 28;
  const legend = LINES.toReversed().map((line) => {
    const at = PANEL.left + LEGEND_X[line];
    return `<polyline class="${line}" points="${at},14 ${at + 24},14"/><text x="${at + 30}" y="18">${TITLES[line]}</text>`;
  });
  const head = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" role="img" aria-label="Milliseconds of a request over the number of records">`;
  writeFileSync(FILE, [head, `<style>${STYLE}\n</style>`, ...legend, ...panels, '</svg>\n'].join('\n'));
  console.log(`\nWritten: ${FILE}`);
}

function formatTime(milliseconds: number): string {
  return milliseconds >= 1_000 ? `${milliseconds / 1_000} s` : `${Number(milliseconds.toPrecision(1))} ms`;
}

function formatSize(size: number): string {
  return size >= 1_000_000 ? `${size / 1_000_000}M` : `${size / 1_000}k`;
}
