/**
 * zod, in which the contracts are written. Packages that use it beside the contracts import it from here, because the build
 * puts its 95 files into one, and loading them took an eighth of the start of a server.
 */
export { z } from 'zod';
