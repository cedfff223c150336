import { type Command, Option } from 'commander';
import type { ListFontsFlags } from '../../pictures/fonts.ts';
import type { CommandContext } from '../command-context.ts';
import { accountCommand, confirmOption, listOptions, withExample } from '../options.ts';

export function addFontCommands(root: Command, { terminal }: CommandContext): void {
  const fonts = root.command('fonts').description('the fonts that timers may use');
  const list = accountCommand(fonts, 'list', 'list built-in fonts, then custom ones, oldest first')
    .addOption(new Option('--scope <scope>', 'default: all').choices(['all', 'builtin', 'custom']))
    .action(async (flags: ListFontsFlags) => {
      const { listFonts } = await import('../../pictures/fonts.ts');
      await listFonts(terminal, flags);
    });
  withExample(listOptions(list), 'vitrine fonts list --scope custom');

  const add = accountCommand(fonts, 'add', 'add a font: TTF, OTF, WOFF, WOFF2 or TTC, at most 10 MB')
    .argument('<source>', 'a file, or the http or https URL of one')
    .option('--json', 'print the font as JSON')
    .action(async (source: string, flags) => {
      const { addFont } = await import('../../pictures/fonts.ts');
      await addFont(terminal, source, flags);
    });
  withExample(add, 'vitrine fonts add brand.woff2');

  const preview = accountCommand(fonts, 'preview', 'write a sample of a font to a WebP file')
    .argument('<font>', 'the id or the full name of the font')
    .argument('<file.webp>', 'the file to write; an existing one is replaced')
    .action(async (font: string, file: string, flags) => {
      const { writeFontPreview } = await import('../../pictures/signed-pictures.ts');
      await writeFontPreview(terminal, font, file, flags);
    });
  withExample(preview, 'vitrine fonts preview 1 sample.webp');

  const deleteCommand = accountCommand(fonts, 'delete', 'delete a custom font; saved timers keep it')
    .argument('<font>', 'the id or the full name of the font')
    .action(async (font: string, flags) => {
      const { deleteFont } = await import('../../pictures/fonts.ts');
      await deleteFont(terminal, font, flags);
    });
  withExample(confirmOption(deleteCommand), 'vitrine fonts delete 1000 --yes');
}
