import type { Command } from 'commander';
import type { LiveValuesFlags } from '../../pictures/live-images.ts';
import type { CommandContext } from '../command-context.ts';
import { accountCommand, listOptions, withExample } from '../options.ts';

const LIVE = 'the id or the name of the live image';
const VALUE = 'a value of a variable, as name=value; may be repeated';

export function addLiveCommands(root: Command, { terminal }: CommandContext): void {
  const live = root.command('live').description('the live images: pictures that are drawn at each opening');
  const list = accountCommand(live, 'list', 'list the live images, newest first').action(async (flags) => {
    const { listLiveImages } = await import('../../pictures/live-images.ts');
    await listLiveImages(terminal, flags);
  });
  withExample(listOptions(list), 'vitrine live list');

  const show = accountCommand(live, 'show', 'show a live image with its URLs and HTML')
    .argument('<image>', LIVE)
    .option('--merge-tags <tool>', 'the HTML for this mail tool, such as mailchimp (default: plain)')
    .option('--json', 'print JSON, with the design')
    .action(async (image: string, flags) => {
      const { showLiveImage } = await import('../../pictures/live-images.ts');
      await showLiveImage(terminal, image, flags);
    });
  withExample(show, 'vitrine live show Greeting --merge-tags mailchimp');

  const resolve = accountCommand(live, 'resolve', 'show what a live image shows for some values, and why')
    .argument('<image>', LIVE)
    .option('--value <name=value>', VALUE, collect)
    .option('--json', 'print JSON')
    .action(async (image: string, flags: LiveValuesFlags) => {
      const { resolveLiveImage } = await import('../../pictures/live-images.ts');
      await resolveLiveImage(terminal, image, flags);
    });
  withExample(resolve, 'vitrine live resolve Greeting --value first_name=Jana');

  const url = accountCommand(
    live,
    'url',
    'print the URL of the picture, and that of the click, signed if needed',
  )
    .argument('<image>', LIVE)
    .option('--value <name=value>', VALUE, collect)
    .option('--expires-at <moment>', 'until when a signed URL is valid (default: always)')
    .option('--json', 'print JSON')
    .action(async (image: string, flags: LiveValuesFlags) => {
      const { printLiveUrl } = await import('../../pictures/live-images.ts');
      await printLiveUrl(terminal, image, flags);
    });
  withExample(url, 'vitrine live url Greeting --value first_name=Jana');

  const exporting = accountCommand(live, 'export', 'write a design, with names instead of ids, as JSON')
    .argument('<image>', LIVE)
    .option('--out <file.json>', 'the file to write (default: standard output)')
    .action(async (image: string, flags) => {
      const { exportLiveDesign } = await import('../../pictures/live-designs.ts');
      await exportLiveDesign(terminal, image, flags);
    });
  withExample(exporting, 'vitrine live export Greeting --out greeting.json');

  const apply = accountCommand(
    live,
    'apply',
    'create or update the live image of a file that "live export" wrote',
  )
    .argument('<file.json>', 'the name and the design')
    .option('--json', 'print JSON')
    .action(async (file: string, flags) => {
      const { applyLiveDesign } = await import('../../pictures/live-designs.ts');
      await applyLiveDesign(terminal, file, flags);
    });
  withExample(apply, 'vitrine live apply greeting.json');
}

function collect(value: string, values: readonly string[] = []): readonly string[] {
  return [...values, value];
}
