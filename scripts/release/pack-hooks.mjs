// pnpm calls this when it packs a package (`scripts/release/pack.ts`): adds to the manifest what is only in published ones.
export const hooks = {
  beforePacking({ devDependencies: _, scripts: __, ...manifest }) {
    const { withoutDependencies = [], ...members } = JSON.parse(process.env.PACKED_MEMBERS)[manifest.name];
    for (const name of withoutDependencies) delete manifest.dependencies[name];
    return { ...manifest, ...members };
  },
};
