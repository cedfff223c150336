#!/usr/bin/env node
import { findNodeProblem } from '@vitrine/core/node';

// Everything else is imported after the check: parts of it crash on an old Node, or are not valid there.
const problem = findNodeProblem(process.versions.node);
if (problem === null) {
  const [{ withDefaultCommand }, { startWithSettings }] = await Promise.all([
    import('./commands/default-command.ts'),
    import('./server/start-settings.ts'),
  ]);
  const args = withDefaultCommand(process.argv.slice(2));
  if (args[0] === 'serve') startWithSettings();
  const { keepCompiledCode } = await import('./server/compiled-code.ts');
  keepCompiledCode();
  const [{ runCli }, { processTerminal }] = await Promise.all([
    import('./run-cli.ts'),
    import('./terminal/terminal.ts'),
  ]);
  process.exitCode = await runCli(args, processTerminal());
} else {
  process.stderr.write(`error: ${problem}\n`);
  process.exitCode = 1;
}
