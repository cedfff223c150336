import { DEFAULT_LIVE_DESIGN, type LiveDesign } from '../../contracts/live/live-design.ts';
import { DEFAULT_LAYERS, type LiveLayer } from '../../contracts/live/live-layers.ts';
import { sha256Base64url } from '../../ground/crypto.ts';
import type {
  LiveBackground,
  LiveFormat,
  LivePicture,
  LiveScene,
  LiveLayer as SceneLayer,
} from '../../media/live-scene.ts';
import type { Countdown, TimerScene } from '../../media/timer-scene.ts';
import type { CompiledLive } from '../design/compiled-design.ts';
import type { LiveResources } from '../design/stored-design.ts';
import type { LiveOpening, ResolvedLayer, ResolvedLive } from './resolve-live.ts';
import { countdownOfLayer, fontOf, pictureOf, timerSceneOf } from './timer-layer.ts';

/** What a scene needs besides its resolved design. */
export interface SceneInput {
  readonly compiled: CompiledLive;
  readonly resources: LiveResources;
  readonly opening: Pick<LiveOpening, 'variables' | 'at'>;
  /** Returns the bytes of a font or a picture by its hash. */
  readonly load: LiveScene['load'];
}

export interface SceneChoices {
  /** The format that the URL asks for. Omitted: that of the design. */
  readonly format?: LiveFormat | undefined;
  /** The fetched pictures by the URLs of their layers. A URL that failed is missing, so that its layer falls back. */
  readonly pictures?: ReadonlyMap<string, LivePicture> | undefined;
}

/** Returns what a resolved live image shows, as the drawing takes it. */
export function sceneOfLive(
  resolved: ResolvedLive,
  input: SceneInput,
  { format, pictures = new Map() }: SceneChoices = {},
): LiveScene {
  const { compiled, resources, load } = input;
  const { design } = compiled;
  const { effective } = resolved;
  const own = pictureOf(resources.pictures, effective.imageId);
  const background = backgroundOf(design, pictureOf(resources.pictures, design.background.imageId));
  return withKey({
    ...canvasOf(design, format),
    background: own === null ? background : { ...background, picture: own },
    layers: resolved.layers.flatMap((layer) => sceneLayers(layer, input, pictures)),
    load,
  });
}

/** Returns the scene of the fallback picture, in the size of the design. Without a picture it is transparent. */
export function fallbackScene(
  { design }: Pick<CompiledLive, 'design'>,
  resources: LiveResources,
  load: LiveScene['load'],
  format?: LiveFormat,
): LiveScene {
  const picture = pictureOf(resources.pictures, design.fallback.imageId);
  const { color } = DEFAULT_LIVE_DESIGN.background;
  return withKey({
    ...canvasOf(design, format),
    background: { color, gradient: null, picture, fit: 'contain', transparent: true },
    layers: [],
    load,
  });
}

/** The white page of a mail. */
const PAGE: LiveBackground = {
  color: '#ffffff',
  gradient: null,
  picture: null,
  fit: 'cover',
  transparent: false,
};

/** Returns a scene of nothing but a timer, on the page of a mail: as PNG its first frame. */
export function stillOfTimer(timer: TimerScene, countdown: Countdown): LiveScene {
  const { width, height, scale, labels } = timer.design;
  const box = { name: 'timer', x: 0, y: 0, width, height, isStatic: false };
  return withKey({
    ...{ width, height, scale, locale: labels.locale, format: 'png', load: timer.load },
    background: PAGE,
    layers: [{ type: 'timer', ...box, timer, countdown }],
  });
}

const SHEET = { columns: 2, gap: 10, line: 24 } as const;

/** Returns a still scene of timers of one size in two columns, each below its name. */
export function sheetOfTimers(
  timers: readonly { readonly name: string; readonly timer: TimerScene }[],
  countdown: Countdown,
): LiveScene {
  const { columns, gap, line } = SHEET;
  const [first] = timers;
  if (first === undefined) throw new Error('a sheet has timers');
  const { width, height } = first.timer.design;
  const layers = timers.flatMap(({ name, timer }, i): SceneLayer[] => {
    const x = gap + (i % columns) * (width + gap);
    const y = gap + Math.floor(i / columns) * (line + height + gap);
    const box = { name, x, width, isStatic: false };
    const { fontId: builtin, color, lineHeight, valign, align, fit } = DEFAULT_LAYERS.text;
    const words = {
      text: name,
      font: { builtin },
      size: 15,
      minSize: 8,
      color,
      lineHeight,
      valign,
      align,
      fit,
    };
    return [
      { type: 'text', ...box, y, height: line, ...words },
      { type: 'timer', ...box, y: y + line, height, timer, countdown },
    ];
  });
  return withKey({
    width: gap + columns * (width + gap),
    height: gap + Math.ceil(timers.length / columns) * (line + height + gap),
    ...{ scale: 1, locale: 'en', format: 'png', load: first.timer.load, background: PAGE, layers },
  });
}

function canvasOf({ width, height, scale, locale, format }: LiveDesign, wanted: LiveFormat | undefined) {
  return { width, height, scale, locale, format: wanted ?? format };
}

function backgroundOf({ background }: LiveDesign, picture: LivePicture | null): LiveBackground {
  const { color, gradient, fit, transparent } = background;
  return { color, gradient, picture, fit, transparent };
}

/** Adds the key, which covers everything but countdowns. The scene of a timer has a key of its own. */
function withKey(scene: Omit<LiveScene, 'key'>): LiveScene {
  const { load: _load, layers, ...canvas } = scene;
  const drawn = layers.map((layer) => {
    if (layer.type !== 'timer') return layer;
    const { timer, countdown: _countdown, ...box } = layer;
    return { ...box, timer: timer.key };
  });
  return { ...scene, key: sha256Base64url(JSON.stringify([canvas, drawn])) };
}

/** Returns the layer as it is drawn. Nothing: an image layer without a picture, or a text layer without a text. */
function sceneLayers(
  resolved: ResolvedLayer,
  input: SceneInput,
  pictures: ReadonlyMap<string, LivePicture>,
): SceneLayer[] {
  const { name, layer, text, url, moment } = resolved;
  const { compiled, resources, opening, load } = input;
  const { x, y, width, height } = layer;
  const box = { name, x, y, width, height, isStatic: isStatic(compiled, name, layer) };
  switch (layer.type) {
    case 'text': {
      if (text.trim() === '') return [];
      const { size, color, align, valign, lineHeight, fit } = layer;
      const font = fontOf(resources.fonts, layer.fontId, DEFAULT_LAYERS.text.fontId);
      const minSize = Math.min(layer.minSize, size);
      return [{ type: 'text', ...box, text, font, size, minSize, color, align, valign, lineHeight, fit }];
    }
    case 'image': {
      const fetched = url === null ? null : (pictures.get(url) ?? null);
      const picture = fetched ?? pictureOf(resources.pictures, layer.imageId);
      return picture === null
        ? []
        : [{ type: 'image', ...box, picture, fit: layer.fit, radius: layer.radius }];
    }
    case 'shape': {
      const { shape, color, gradient, radius, border, shadow } = layer;
      return [{ type: 'shape', ...box, shape, color, gradient, radius, border, shadow }];
    }
    case 'timer': {
      const { design, targets } = compiled;
      const start = opening.variables.get('start')?.value;
      const countdown = countdownOfLayer(layer, {
        timeZone: design.timeZone,
        at: opening.at,
        moment,
        start: typeof start === 'string' ? start : null,
        target: targets[name],
      });
      return [
        { type: 'timer', ...box, timer: timerSceneOf(layer, design.scale, resources, load), countdown },
      ];
    }
  }
}

/** Returns whether a layer is the same in all pictures of the design. */
function isStatic({ design, template }: CompiledLive, name: string, layer: LiveLayer): boolean {
  const isPlain = (source: string | null) => source === null || template(source)?.names.length === 0;
  if (Object.values(design.rules).some(({ layers }) => Object.hasOwn(layers, name))) return false;
  if (!isPlain(layer.show)) return false;
  switch (layer.type) {
    case 'text':
      return isPlain(layer.text);
    case 'image':
      return layer.url === null;
    case 'shape':
      return true;
    case 'timer':
      return false;
  }
}
