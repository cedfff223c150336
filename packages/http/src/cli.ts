#!/usr/bin/env node
import { runCli } from './cli/program.ts';
import { processTerminal } from './cli/terminal.ts';

process.exitCode = await runCli(process.argv.slice(2), processTerminal());
