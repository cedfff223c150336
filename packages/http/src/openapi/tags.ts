/** The subject of the operations of each tag. */
const TAGS: Readonly<Record<string, string>> = {
  Identity: 'The identity of a key.',
  Images: 'Pictures with a public URL: static ones, countdown timers and live images.',
  'Maps and locations': 'Maps, their locations, and the search for locations around a point.',
  Maps: 'Creating, listing and deleting maps.',
  Stores: 'Tables of records, and their properties.',
  Records:
    'The records of a store: written one by one or in batches, found by key or by filters, and exported.',
  Fonts: 'Built-in and custom fonts for timers.',
  'Timer frames': 'Drafts of countdown timers: changed until they look right, then saved as an image.',
  Timers: 'Saved countdown timers.',
  Extensions:
    'Operations beyond the basic interface: queries of any size, imports, designs of saved timers, live images.',
  'API keys': 'Keys of the account and of its stores.',
  Operations: 'The status of the server and the usage of the account.',
};

/** @throws Error for a tag without a description. */
export function describeTag(name: string): { name: string; description: string } {
  const description = TAGS[name];
  if (description === undefined) throw new Error(`The tag ${name} has no description.`);
  return { name, description };
}
