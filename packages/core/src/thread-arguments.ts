// An entry of its own that imports nothing, so that a program that starts a thread loads nothing else.

/**
 * Returns the `execArgv` for a new `Worker`, to be spread into its options.
 *
 * Threads inherit the arguments of the process, and refuse to start if `--input-type` is one of them
 * (`node --input-type=module -e …`). Then only `--conditions` is passed on, which decides how packages are resolved: an
 * explicit list may not hold arguments that apply to the whole process.
 */
export function inheritedArguments(): { execArgv?: string[] } {
  const { execArgv } = process;
  if (!execArgv.some((argument) => argument.startsWith('--input-type'))) return {};
  return { execArgv: execArgv.filter((argument) => argument.startsWith('--conditions=')) };
}
