/** `@vitrine/client/types`: what the commands `vitrine types` and `vitrine-client types` share. It needs Node. */

export { readStores } from './read-stores.ts';
export { TypesError } from './types-error.ts';
export { typesOfStores } from './types-of-stores.ts';
export { type TypesTarget, writeTypes } from './write-types.ts';
