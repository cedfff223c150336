import type { LiveDesign } from '../../contracts/live/live-design.ts';
import type { LiveLayer } from '../../contracts/live/live-layers.ts';

/** A font or a picture of the account that a design names. */
export interface NamedResource {
  /** In the design. */
  readonly path: string;
  readonly kind: 'font' | 'digits' | 'picture';
  readonly id: number;
}

/** Returns the fonts and pictures that a design names. The digits of a timer need a font that has them. */
export function resourcesIn(design: LiveDesign): NamedResource[] {
  const found: NamedResource[] = [];
  const add = (path: string, kind: NamedResource['kind'], id: number | null | undefined) => {
    if (id !== null && id !== undefined) found.push({ path, kind, id });
  };
  add('background.imageId', 'picture', design.background.imageId);
  add('fallback.imageId', 'picture', design.fallback.imageId);
  for (const [name, layer] of Object.entries(design.layers)) addLayer(`layers.${name}`, layer, add);
  for (const [name, rule] of Object.entries(design.rules)) {
    add(`rules.${name}.imageId`, 'picture', rule.imageId);
    for (const [layer, override] of Object.entries(rule.layers)) {
      if (override === false) continue;
      const path = `rules.${name}.layers.${layer}`;
      if ('fontId' in override) add(`${path}.fontId`, 'font', override.fontId);
      if ('imageId' in override) add(`${path}.imageId`, 'picture', override.imageId);
    }
  }
  return found;
}

function addLayer(
  path: string,
  layer: LiveLayer,
  add: (path: string, kind: NamedResource['kind'], id: number | null) => void,
): void {
  if (layer.type === 'text') add(`${path}.fontId`, 'font', layer.fontId);
  if (layer.type === 'image') add(`${path}.imageId`, 'picture', layer.imageId);
  if (layer.type !== 'timer') return;
  const { digits, labels, headline, background, expired } = layer.design;
  add(`${path}.design.digits.fontId`, 'digits', digits.fontId);
  add(`${path}.design.labels.fontId`, 'font', labels.fontId);
  add(`${path}.design.headline.fontId`, 'font', headline.fontId);
  add(`${path}.design.background.imageId`, 'picture', background.imageId);
  add(`${path}.design.expired.imageId`, 'picture', expired.imageId);
}
