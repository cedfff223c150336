import { type Command, Option } from 'commander';
import type { AddImagesFlags } from '../../pictures/add-images.ts';
import type { ListImagesFlags } from '../../pictures/images.ts';
import type { CommandContext } from '../command-context.ts';
import { accountCommand, listOptions, withExample } from '../options.ts';

const IMAGE = 'the id or the name of the image';

export function addImageCommands(root: Command, { terminal, setExitCode }: CommandContext): void {
  const images = root.command('images').description('the images of an account');
  const add = accountCommand(images, 'add', 'add images: PNG, JPEG, GIF or WebP, at most 25 MB each')
    .argument('<file...>', 'each file becomes an image with the name of the file')
    .option('--name <name>', 'for one file: the name of the image (default: that of the file)')
    .option('--folder <folder>', 'the folder for the images (default: the root folder)')
    .option('--json', 'print one line of JSON per image')
    .action(async (files: string[], flags: AddImagesFlags) => {
      const { addImages } = await import('../../pictures/add-images.ts');
      setExitCode(await addImages(terminal, files, flags));
    });
  withExample(add, 'vitrine images add header.png --folder spring');

  const list = accountCommand(images, 'list', 'list the images, newest first')
    .option('--name <text>', 'only images whose name contains the text, in upper or lower case')
    .addOption(new Option('--type <type>', 'only images of this type').choices(['static', 'timer', 'live']))
    .addOption(new Option('--status <status>', 'default: active').choices(['active', 'deleted', 'all']))
    .action(async (flags: ListImagesFlags) => {
      const { listImages } = await import('../../pictures/images.ts');
      await listImages(terminal, flags);
    });
  withExample(listOptions(list), 'vitrine images list --name header --status all');

  const show = accountCommand(images, 'show', 'show an image with its URL and HTML; deleted ones too')
    .argument('<image>', IMAGE)
    .option('--json', 'print JSON')
    .action(async (image: string, flags) => {
      const { showImage } = await import('../../pictures/images.ts');
      await showImage(terminal, image, flags);
    });
  withExample(show, 'vitrine images show header');

  const lookup = accountCommand(images, 'lookup', 'find an image by its production URL; deleted ones too')
    .argument('<url>', 'the URL, also as it appears in a received e-mail')
    .option('--json', 'print JSON')
    .action(async (url: string, flags) => {
      const { lookupImage } = await import('../../pictures/images.ts');
      await lookupImage(terminal, url, flags);
    });
  withExample(lookup, 'vitrine images lookup http://127.0.0.1:8080/i/Xo3vVw8pQm2a');

  const thumbnail = accountCommand(images, 'thumbnail', 'write the thumbnail of an image to a WebP file')
    .argument('<image>', IMAGE)
    .argument('<file.webp>', 'the file to write; an existing one is replaced')
    .action(async (image: string, file: string, flags) => {
      const { writeThumbnail } = await import('../../pictures/signed-pictures.ts');
      await writeThumbnail(terminal, image, file, flags);
    });
  withExample(thumbnail, 'vitrine images thumbnail header header.webp');

  const rename = accountCommand(images, 'rename', 'rename an image')
    .argument('<image>', IMAGE)
    .argument('<name>', 'the new name')
    .action(async (image: string, name: string, flags) => {
      const { renameImage } = await import('../../pictures/images.ts');
      await renameImage(terminal, image, name, flags);
    });
  withExample(rename, 'vitrine images rename header "Header of spring"');

  const move = accountCommand(images, 'move', 'move an image to another folder')
    .argument('<image>', IMAGE)
    .argument('[folder]', 'the name of the folder (default: the root folder)')
    .action(async (image: string, folder: string | undefined, flags) => {
      const { moveImage } = await import('../../pictures/images.ts');
      await moveImage(terminal, image, folder ?? null, flags);
    });
  withExample(move, 'vitrine images move header autumn');

  const deleteCommand = accountCommand(images, 'delete', 'delete images; they can be restored')
    .argument('<image...>', IMAGE)
    .action(async (given: string[], flags) => {
      const { deleteImages } = await import('../../pictures/images.ts');
      await deleteImages(terminal, given, flags);
    });
  withExample(deleteCommand, 'vitrine images delete header');

  const restore = accountCommand(images, 'restore', 'restore a deleted image, into the root folder')
    .argument('<image>', IMAGE)
    .action(async (image: string, flags) => {
      const { restoreImage } = await import('../../pictures/images.ts');
      await restoreImage(terminal, image, flags);
    });
  withExample(restore, 'vitrine images restore header');
}
