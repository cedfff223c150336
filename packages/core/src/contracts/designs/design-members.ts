import { z } from 'zod';

/** The largest int32. */
export const ID_MAX = 2_147_483_647;

export const anObject = 'Expected a JSON object.';

/** Returns the contract of a whole number. */
export function whole(min: number, max: number) {
  const message = `Expected a whole number from ${min} to ${max}.`;
  return z.int(message).min(min, message).max(max, message);
}

/** Returns the contract of the id of a resource of the account. */
export function id(of: string) {
  const message = `Expected the id of ${of}, a whole number.`;
  return z.int(message).min(1, message).max(ID_MAX, message);
}

export function oneOf<const Values extends readonly [string, ...string[]]>(...values: Values) {
  return z.enum(values, `Expected one of ${values.join(', ')}.`);
}

export const flag = z.boolean('Expected true or false.');

/** `#rrggbb` or, with an opacity, `#rrggbbaa`. */
export type Color = string;

const COLOR_FORMS = 'Expected a colour such as #12204a: #rgb, #rrggbb or, with an opacity, #rrggbbaa.';

export const color = z
  .string(COLOR_FORMS)
  .regex(/^#(?:[0-9A-Fa-f]{3}|[0-9A-Fa-f]{6}|[0-9A-Fa-f]{8})$/, COLOR_FORMS)
  .toLowerCase()
  .overwrite(withSixDigits);

/** `#abc` is short for `#aabbcc`. */
function withSixDigits(text: string): string {
  return text.length === 4 ? text.replace(/[0-9a-f]/g, (digit) => digit + digit) : text;
}

export const gradient = z
  .object(
    {
      color,
      angle: whole(0, 359).meta({ description: 'Clockwise; 0: upwards, 90: to the right, 180: downwards.' }),
    },
    anObject,
  )
  .meta({ id: 'Gradient' });

export const border = z.object({ color, width: whole(1, 40) }, anObject).meta({ id: 'Border' });

export const shadow = z
  .object({ color, x: whole(-40, 40), y: whole(-40, 40), blur: whole(0, 40) }, anObject)
  .meta({ id: 'Shadow' });

export const scale = z.union([z.literal(1), z.literal(2)], 'Expected 1 or 2.').meta({
  description: '2: doubles width and height in pixels, for high-density screens.',
});

export const fit = oneOf('cover', 'contain', 'fill');

/** The defaults of a gradient that is not null. */
export const DEFAULT_GRADIENT: z.output<typeof gradient> = { color: '#3b1d72', angle: 180 };
/** The defaults of a border that is not null. */
export const DEFAULT_BORDER: z.output<typeof border> = { color: '#ffffff', width: 2 };
/** The defaults of a shadow that is not null. */
export const DEFAULT_SHADOW: z.output<typeof shadow> = { color: '#00000066', x: 0, y: 2, blur: 6 };
