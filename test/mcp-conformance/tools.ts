/**
 * The public checkers, fetched from the registry when they are run: each brings a hundred packages that no other script
 * needs. Pinned, so that a new version is a decision.
 */
export const STABLE = '@modelcontextprotocol/conformance@0.1.16';
/** The first that knows revision 2026-07-28. */
export const ALPHA = '@modelcontextprotocol/conformance@0.2.0-alpha.12';
export const INSPECTOR = '@modelcontextprotocol/inspector@2.12.0';
