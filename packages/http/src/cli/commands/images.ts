import type { Command } from 'commander';
import type { AddImagesFlags } from '../images.ts';
import type { CommandContext } from './command-context.ts';
import { accountCommand } from './options.ts';

export function addImageCommands(root: Command, { terminal, setExitCode }: CommandContext): void {
  const images = root.command('images').description('the images of an account');
  accountCommand(images, 'add', 'add images: PNG, JPEG, GIF or WebP, at most 25 MB each')
    .argument('<file...>', 'each file becomes an image with the name of the file')
    .option('--folder <folder>', 'the folder for the images (default: the root folder)')
    .option('--json', 'print one line of JSON per image')
    .action(async (files: string[], flags: AddImagesFlags) => {
      const { addImages } = await import('../images.ts');
      setExitCode(await addImages(terminal, files, flags));
    });
}
