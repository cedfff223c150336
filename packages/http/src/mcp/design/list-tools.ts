import { bodyContract, z } from '@vitrine/core/contracts';
import { fitItems } from '../tools/result-size.ts';
import { inputSchema, readArguments, resultSchema } from '../tools/tool.ts';
import { limitArgument } from '../tools/tool-arguments.ts';
import { type DesignTool, pictureOf, READS, withPicture } from './design-tool.ts';

const None = bodyContract({});

export const fontList: DesignTool = {
  name: 'font_list',
  title: 'Fonts of designs',
  description:
    'Lists the fonts by fontId: built-in ones and those of the account. Letters that a font lacks are drawn with another ' +
    'one.\nExample: {}.',
  inputSchema: inputSchema(None),
  outputSchema: resultSchema({ fonts: 'array' }),
  annotations: READS,

  async run({ vitrine, principal }, given) {
    readArguments(None, given);
    const fonts = (await vitrine.fonts.list(principal)).map(({ id, fullName, scope, hasDigits }) => ({
      ...{ fontId: id, name: fullName },
      ...(scope === 'custom' ? { scope } : {}),
      ...(hasDigits ? {} : { hasDigits }),
    }));
    return { structured: { fonts: fitItems(fonts) } };
  },
};

const PICTURES_DEFAULT = 25;
const PICTURES_MAX = 100;
const TYPES = ['static', 'timer', 'live'] as const;

const Pictures = bodyContract({
  q: z.string('Expected text.').optional().meta({ description: 'Part of the name.' }),
  type: z
    .enum(TYPES, `Expected one of ${TYPES.join(', ')}.`)
    .optional()
    .meta({ description: 'Default static: pictures that designs may contain. timer, live: saved ones.' }),
  limit: limitArgument(PICTURES_MAX, PICTURES_DEFAULT),
  cursor: z.string('Expected the cursor of an earlier result.').optional(),
});

export const pictureList: DesignTool = {
  name: 'picture_list',
  title: 'Pictures, saved timers and live images',
  description:
    'Lists the pictures of the account, newest first: imageId, name, width, height, URL. Designs name them by imageId. Saved ' +
    'timers and live images have their types.\nExample: {"q": "logo"}.',
  inputSchema: inputSchema(Pictures),
  outputSchema: resultSchema({ pictures: 'array', truncated: 'boolean' }, { cursor: 'string' }),
  annotations: READS,

  async run({ vitrine, principal, signal }, given) {
    const { type = 'static', limit = PICTURES_DEFAULT, q, cursor } = readArguments(Pictures, given);
    const query = { type, q, cursor, limit: Math.min(limit, PICTURES_MAX) };
    const page = await vitrine.images.list(principal, query, { signal });
    const pictures = page.items.map(({ id, name, width, height, animated, productionUrl }) => ({
      ...{ imageId: id, name, width, height },
      ...(animated ? { animated } : {}),
      url: productionUrl,
    }));
    const more = page.cursor === undefined ? {} : { cursor: page.cursor };
    return { structured: { pictures, truncated: page.cursor !== undefined, ...more } };
  },
};

export const presetList: DesignTool = {
  name: 'preset_list',
  title: 'Looks of timers',
  description:
    'Lists the looks that the design of a timer can begin with, by name, with the members that they set and a picture of them ' +
    'all.\nExample: {}.',
  inputSchema: inputSchema(None),
  outputSchema: resultSchema({ presets: 'array' }),
  annotations: READS,

  async run({ vitrine, principal, signal }, given) {
    readArguments(None, given);
    const presets = vitrine.timerPresets
      .list(principal)
      .map(({ name, title, design }) => ({ name, title, design }));
    return withPicture({ presets }, async () =>
      pictureOf(await vitrine.timerPresets.sheet(principal, { signal })),
    );
  },
};
