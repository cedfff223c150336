import { PAGE_MAX } from '@vitrine/core';
import { bodyContract } from '@vitrine/core/contracts';
import { fitItems } from '../tools/result-size.ts';
import { inputSchema, readArguments, resultSchema, type StoreTool } from '../tools/tool.ts';

const Arguments = bodyContract({});

/** Lists the maps of the account. */
export const mapList: StoreTool = {
  name: 'map_list',
  title: 'Maps of places',
  scope: 'account',
  inputSchema: inputSchema(Arguments),
  outputSchema: resultSchema({ maps: 'array', truncated: 'boolean' }),

  describe: () =>
    `Lists the maps, newest first, at most ${PAGE_MAX}: mapId, name, unit of distances, number of locations, and their fields ` +
    'as "name: type".\nExample: {}.',

  async run({ vitrine, principal, signal }, given) {
    readArguments(Arguments, given);
    const { items, cursor } = await vitrine.maps.list(principal, { limit: PAGE_MAX }, { signal });
    const maps = fitItems(
      items.map(({ id, name, unit, locationCounts, fields }) => ({
        ...{ mapId: id, name, unit, locations: locationCounts.total },
        fields: fields.map((field) => `${field.name}: ${field.type}`),
      })),
    );
    return { maps, truncated: cursor !== undefined || maps.length < items.length };
  },
};
