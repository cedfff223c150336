import { BoundedMap } from '@vitrine/core/server';
import type { Canvas } from '../../paint/canvas.ts';
import type { TimerLayout } from '../layout/placed.ts';
import { DigitPainter } from './digit-painter.ts';
import { backgroundOf, paintGround, paintLine } from './ground-painter.ts';
import { Scene } from './scene.ts';
import type { SceneInput } from './scene-input.ts';

/** A countdown changes its number of digits rarely, so few grounds are in use at a time. */
const MAX_GROUNDS = 4;

/** All but the digits of a layout, over one picture. */
interface Ground {
  readonly under: Canvas;
  readonly canvas: Canvas;
  readonly layout: TimerLayout;
  readonly painter: DigitPainter | null;
}

/** A timer that is a part of another picture, in full color. */
export class SceneOverlay {
  readonly input: SceneInput;
  readonly #scene: Scene;
  readonly #grounds = new BoundedMap<string, Ground>(MAX_GROUNDS);

  constructor(input: SceneInput) {
    this.input = input;
    this.#scene = new Scene(input);
  }

  /**
   * Returns the picture of a second.
   *
   * @param under what is behind the timer, of its size.
   * @param hasDigits false: all but the digits, which is the same for many seconds.
   */
  draw(under: Canvas, secondsLeft: number, hasDigits = true): Canvas {
    const ended = secondsLeft === 0 ? this.#expired(under) : null;
    if (ended !== null) return ended;
    const { canvas, layout, painter } = this.#ground(under, secondsLeft);
    if (!hasDigits) return canvas;
    const drawn = canvas.copy();
    const digits = this.#scene.digits(secondsLeft);
    for (const [at, unit] of layout.units.entries())
      painter?.paint(drawn, unit, digits[at]?.digits ?? '', this.#scene.canvas);
    return drawn;
  }

  /** Names what is drawn besides the digits: seconds of the same name look the same without them. */
  groundOf(secondsLeft: number): string {
    if (secondsLeft === 0) return 'ended';
    return this.#scene
      .digits(secondsLeft)
      .map(({ digits }) => digits.length)
      .join();
  }

  #ground(under: Canvas, secondsLeft: number): Ground {
    const { input } = this;
    const { canvas: whole } = this.#scene;
    const key = this.groundOf(secondsLeft);
    const known = this.#grounds.get(key);
    if (known?.under.equals(under) === true) return known;
    const layout = this.#scene.layout(secondsLeft);
    const canvas = backgroundOf(input, whole, input.background, under);
    paintGround(canvas, whole, input, layout, true);
    const painter = layout.metrics === null ? null : new DigitPainter(input, whole, layout, layout.metrics);
    const ground = { under, canvas, layout, painter };
    this.#grounds.set(key, ground);
    return ground;
  }

  /** Returns the picture after the end. Null: it shows zeros. */
  #expired(under: Canvas): Canvas | null {
    const { design, expiredImage, digitGlyphs } = this.input;
    const { canvas: whole } = this.#scene;
    if (design.expired.behaviour === 'image' && expiredImage !== null)
      return backgroundOf(this.input, whole, expiredImage, under);
    const message = this.#scene.message();
    if (message === null) return null;
    const canvas = backgroundOf(this.input, whole, this.input.background, under);
    for (const line of message.lines) paintLine(canvas, whole, line, digitGlyphs, design.digits.color);
    return canvas;
  }
}
