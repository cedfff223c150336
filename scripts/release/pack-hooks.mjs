// pnpm calls this when it packs a package (`scripts/release/pack.ts`): adds to the manifest what is only in published ones.
export const hooks = {
  beforePacking({ devDependencies: _, scripts: __, ...manifest }) {
    return { ...manifest, ...JSON.parse(process.env.PACKED_MEMBERS)[manifest.name] };
  },
};
