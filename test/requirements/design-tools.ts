import { rule } from './requirement.ts';

/** beyond.md section I, "/design_mcp". */
export const designTools = {
  'design-tools.endpoint': rule(
    'beyond I',
    'timer_create, timer_change, timer_look, timer_save, live_create, live_change, live_look, live_resolve, live_save, font_list, picture_list and preset_list are served at /design_mcp.',
  ),
  'design-tools.keys': rule(
    'beyond I',
    'Without a valid key /design_mcp is 401; with a store key or a read-only key it is 403.',
  ),
  'design-tools.store-tools': rule('beyond I', '/store_mcp stays read-only whatever the key.'),
  'design-tools.pictures': rule(
    'agents issue',
    'Results about a draft have its picture as image content, PNG or JPEG.',
  ),
  'design-tools.drafts': rule(
    'agents issue',
    'The drafts of the tools are those of HTTP and of the console: both see the changes of the other.',
  ),
  'design-tools.saved': rule(
    'agents issue',
    'A draft of a saved timer or live image changes it under the same URL, or with as "copy" makes a new one.',
  ),
  'design-tools.look': rule(
    'agents issue',
    'timer_look and live_look show a draft at any moment and with any values, with its whole design.',
  ),
  'design-tools.resolve': rule('agents issue', 'live_resolve says why a draft shows what it shows.'),
  'design-tools.lists': rule(
    'agents issue',
    'font_list, picture_list and preset_list return what designs may name.',
  ),
  'design-tools.mistakes': rule(
    'agents issue',
    'Mistakes are tool errors that say what would work, and change nothing.',
  ),
  'design-tools.limits': rule(
    'agents issue',
    'Each message counts as a request in the rate limits; requests take the same turns by account as the store tools.',
  ),
  'design-tools.isolation': rule('agents issue', 'No draft, picture or font of another account is reached.'),
};
