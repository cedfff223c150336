/**
 * The public checkers. They are fetched from the registry when they are run, because each needs a hundred packages that
 * no other script uses. They are pinned, so that a new version is a decision.
 */
export const STABLE = '@modelcontextprotocol/conformance@0.1.16';
/** The first version that supports revision 2026-07-28. */
export const ALPHA = '@modelcontextprotocol/conformance@0.2.0-alpha.12';
export const INSPECTOR = '@modelcontextprotocol/inspector@2.12.0';
/** Connects clients that only speak over standard input and output, by OAuth. */
export const MCP_REMOTE = 'mcp-remote@0.15.1';
