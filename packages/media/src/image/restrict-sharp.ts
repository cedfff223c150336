import sharp from 'sharp';

/** Blocks all loaders of libvips in this process except the given ones. Turns off caches and threads. */
export function restrictSharp(loaders: string[]): void {
  sharp.block({ operation: ['VipsForeignLoad'] });
  sharp.unblock({ operation: loaders });
  sharp.cache(false);
  sharp.concurrency(1);
}
