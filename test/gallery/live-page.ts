import type {
  LiveImageLayer,
  LiveLayer,
  LiveScene,
  LiveShapeLayer,
  LiveTextLayer,
} from '@vitrine/core/server';
import { filesOf, type GlyphSource } from '../../packages/media/src/font/glyph-source.ts';

/** The fonts of a text layer in the order in which letters are searched. */
export type FontsOf = (layer: LiveTextLayer) => readonly GlyphSource[];

/**
 * Returns a page that shows a live image without timers as a browser draws it: each layer is an element with the same box.
 *
 * @param sizeOf returns the size of a text, which a browser can't choose by itself.
 */
export async function livePage(
  scene: LiveScene,
  { fontsOf, sizeOf }: { readonly fontsOf: FontsOf; readonly sizeOf: (layer: LiveTextLayer) => number },
): Promise<string> {
  const faces: string[] = [];
  const elements: string[] = [];
  for (const layer of scene.layers) {
    if (layer.type === 'text') {
      const families = [];
      for (const source of fontsOf(layer)) {
        const { files, weight } = await filesOf(source, scene.load, Array.from(layer.text));
        for (const bytes of files) {
          const family = `f${faces.length}`;
          families.push(family);
          const url = `data:font/woff2;base64,${Buffer.from(bytes).toString('base64')}`;
          faces.push(`@font-face{font-family:${family};font-weight:${weight ?? '1 1000'};src:url(${url})}`);
        }
      }
      elements.push(textElement(layer, families, sizeOf(layer)));
    } else if (layer.type === 'image') elements.push(await imageElement(layer, scene));
    else if (layer.type === 'shape') elements.push(shapeElement(layer));
  }
  const { color, gradient, picture, fit } = scene.background;
  const size = `width:${scene.width}px;height:${scene.height}px`;
  const ground = `position:relative;overflow:hidden;${size};background:${fillOf(color, gradient)}`;
  const behind =
    picture === null
      ? ''
      : `<img style="position:absolute;left:0;top:0;${size};object-fit:${fit}" src="${await dataUrl(scene, picture)}">`;
  return `<!doctype html><html lang="${scene.locale}"><style>${faces.join('')}body{margin:0;font-synthesis:none}</style>
    <div style="${ground}">${behind}${elements.join('')}</div>`;
}

function boxOf({ x, y, width, height }: LiveLayer): string {
  return `position:absolute;box-sizing:border-box;left:${x}px;top:${y}px;width:${width}px;height:${height}px`;
}

function textElement(layer: LiveTextLayer, families: readonly string[], size: number): string {
  const { text, color, align, valign, lineHeight, fit, height } = layer;
  const lines = Math.max(1, Math.floor(height / (lineHeight * size) + 0.001));
  const justify = { top: 'flex-start', middle: 'center', bottom: 'flex-end' }[valign];
  const cut =
    fit === 'truncate'
      ? 'white-space:nowrap;overflow:hidden;text-overflow:ellipsis'
      : `white-space:pre-line;overflow-wrap:anywhere;overflow:hidden;display:-webkit-box;-webkit-box-orient:vertical;-webkit-line-clamp:${lines}`;
  const font = `font:400 ${size}px/${lineHeight} ${families.join(',')};text-rendering:geometricPrecision;font-variant-numeric:lining-nums`;
  const inner = `<div dir="auto" style="width:100%;flex:none;text-align:${align};${cut}">${escaped(text)}</div>`;
  return `<div style="${boxOf(layer)};display:flex;flex-direction:column;justify-content:${justify};color:${color};${font}">${inner}</div>`;
}

async function imageElement(layer: LiveImageLayer, scene: LiveScene): Promise<string> {
  const look = `object-fit:${layer.fit};border-radius:${layer.radius}px`;
  return `<img style="${boxOf(layer)};${look}" src="${await dataUrl(scene, layer.picture)}">`;
}

function shapeElement(layer: LiveShapeLayer): string {
  const { shape, color, gradient, radius, border, shadow } = layer;
  const parts = [
    boxOf(layer),
    `background:${fillOf(color, gradient)}`,
    `background-clip:padding-box;border-radius:${shape === 'ellipse' ? '50%' : `${radius}px`}`,
  ];
  if (border !== null) parts.push(`border:${border.width}px solid ${border.color}`);
  if (shadow !== null) parts.push(`box-shadow:${shadow.x}px ${shadow.y}px ${shadow.blur}px ${shadow.color}`);
  return `<div style="${parts.join(';')}"></div>`;
}

function fillOf(color: string, gradient: LiveShapeLayer['gradient']): string {
  return gradient === null ? color : `linear-gradient(${gradient.angle}deg,${color},${gradient.color})`;
}

async function dataUrl(scene: LiveScene, picture: string): Promise<string> {
  const bytes = Buffer.from(await scene.load(picture));
  return `data:image/png;base64,${bytes.toString('base64')}`;
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}
