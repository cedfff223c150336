import { csvOf } from '../../components/files/csv.ts';
import { saveFile } from '../../components/files/save-file.ts';
import { chartsTexts as texts } from '../../texts/en/stores/charts.ts';
import type { ChartView } from './model/chart-address.ts';
import { countsRecords, fieldTitle, measureTitle } from './model/chart-texts.ts';
import type { ChartData } from './model/load-chart.ts';

/** Returns the groups as CSV (RFC 4180), with keys and numbers as the server returned them. */
export function chartCsv(view: ChartView, { fields, groups }: ChartData): string {
  const hasCount = !countsRecords(view);
  const rows = [
    [...fields.map(fieldTitle), measureTitle(view), ...(hasCount ? [texts.records] : [])],
    ...groups.map(({ key, value, count }) => [...key, value, ...(hasCount ? [count] : [])]),
  ];
  return csvOf(rows);
}

/** The properties that the styles of a plot set: a file has no style sheet. */
const COPIED = [
  'fill',
  'stroke',
  'stroke-width',
  'stroke-dasharray',
  'stroke-linejoin',
  'font-size',
  'font-weight',
] as const;

/** What only the page needs. */
const INNER = ['class', 'role', 'aria-label', 'data-category', 'data-series'] as const;

const PADDING = 20;
const TITLE = 40;
const LEGEND_ROW = 22;
const LEGEND_COLUMN = 170;
const PIXEL_RATIO = 2;
const SVG = 'http://www.w3.org/2000/svg';

interface Picture {
  readonly svg: string;
  readonly width: number;
  readonly height: number;
}

/** Returns a plot as a file of its own, in the colours of the page, with its title and its legend. */
export function pictureOf(plot: SVGSVGElement, title: string, legend: readonly string[]): Picture {
  const inner = plot.cloneNode(true) as SVGSVGElement;
  const originals = plot.querySelectorAll('*');
  for (const [index, element] of [...inner.querySelectorAll('*')].entries()) {
    const original = originals[index];
    if (original === undefined) continue;
    const style = getComputedStyle(original);
    if (element.localName !== 'g') {
      for (const name of COPIED) element.setAttribute(name, style.getPropertyValue(name));
    }
    for (const name of INNER) element.removeAttribute(name);
  }
  for (const name of INNER) inner.removeAttribute(name);
  const { width: plotWidth, height: plotHeight } = plot.getBoundingClientRect();
  const columns = Math.max(1, Math.floor(plotWidth / LEGEND_COLUMN));
  const legendHeight = Math.ceil(legend.length / columns) * LEGEND_ROW;
  const width = Math.round(plotWidth) + 2 * PADDING;
  const height = Math.round(plotHeight) + TITLE + legendHeight + 2 * PADDING;
  const page = getComputedStyle(plot.closest('.chart-card') ?? plot);
  const root = element('svg', {
    width,
    height,
    viewBox: `0 0 ${width} ${height}`,
    'font-family': 'system-ui, sans-serif',
  });
  root.append(element('rect', { width, height, fill: page.backgroundColor }));
  const text = (x: number, y: number, content: string, size: number, weight: number) => {
    const made = element('text', { x, y, 'font-size': size, 'font-weight': weight, fill: page.color });
    made.textContent = content;
    return made;
  };
  root.append(text(PADDING, PADDING + 16, title, 15, 600));
  inner.setAttribute('x', String(PADDING));
  inner.setAttribute('y', String(PADDING + TITLE));
  root.append(inner);
  for (const [index, label] of legend.entries()) {
    const x = PADDING + (index % columns) * LEGEND_COLUMN;
    const y = PADDING + TITLE + Math.round(plotHeight) + Math.floor(index / columns) * LEGEND_ROW + 14;
    const fill = getComputedStyle(plot).getPropertyValue(`--chart-${index + 1}`);
    root.append(element('rect', { x, y: y - 9, width: 10, height: 10, rx: 2, fill: resolved(fill, plot) }));
    root.append(text(x + 16, y, label.length > 22 ? `${label.slice(0, 21)}…` : label, 12, 400));
  }
  return { svg: new XMLSerializer().serializeToString(root), width, height };
}

function element(name: string, attributes: Readonly<Record<string, string | number>>): SVGElement {
  const made = document.createElementNS(SVG, name);
  for (const [attribute, value] of Object.entries(attributes)) made.setAttribute(attribute, String(value));
  return made;
}

/** Returns a colour of the style sheet as a file can have it: `light-dark(…)` depends on the page. */
function resolved(color: string, beside: SVGSVGElement): string {
  const probe = element('rect', {});
  probe.style.setProperty('fill', color);
  beside.append(probe);
  const fill = getComputedStyle(probe).fill;
  probe.remove();
  return fill;
}

/** Saves a picture as SVG. */
export function saveSvg({ svg }: Picture, name: string): void {
  saveFile(new Blob([svg], { type: 'image/svg+xml' }), name);
}

/** Saves a picture as PNG with two pixels for each of the page. @throws if the browser can't draw it */
export async function savePng({ svg, width, height }: Picture, name: string): Promise<void> {
  const url = URL.createObjectURL(new Blob([svg], { type: 'image/svg+xml' }));
  try {
    const image = new Image();
    image.src = url;
    await image.decode();
    const canvas = new OffscreenCanvas(width * PIXEL_RATIO, height * PIXEL_RATIO);
    canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
    saveFile(await canvas.convertToBlob({ type: 'image/png' }), name);
  } finally {
    URL.revokeObjectURL(url);
  }
}
