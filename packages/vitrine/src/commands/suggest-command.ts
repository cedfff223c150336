import { nearestName } from '@vitrine/core';
import type { Command } from 'commander';

/** Suggestions that a message has. */
const SUGGESTED_MAX = 2;

/**
 * Returns the commands that an unknown one most likely means: one beside it with a similar name, one of the same name in
 * another group, or one whose description has its word. The best first.
 *
 * @param words the arguments before the first option.
 */
export function suggestCommands(root: Command, words: readonly string[]): readonly string[] {
  let group = root;
  const known: string[] = [];
  for (const word of words) {
    const next = group.commands.find((command) => command.name() === word);
    if (next === undefined) return suggest(root, group, known, words.slice(known.length));
    known.push(word);
    group = next;
  }
  return [];
}

function suggest(
  root: Command,
  group: Command,
  known: readonly string[],
  [word = '', ...rest]: readonly string[],
): readonly string[] {
  const names = group.commands.map((command) => command.name());
  const similar = nearestName(word, names);
  if (similar !== null) return [[...known, similar, ...rest.slice(0, 1)].join(' ')].map(existing(root));
  const last = rest[0] ?? word;
  const subject = known[0] ?? word;
  const elsewhere = pathsOf(root)
    .filter(({ path }) => path.split(' ').at(-1) === last)
    .map((each) => ({ ...each, weight: mentions(each, subject) ? 2 : 1 }));
  const describing = pathsOf(root)
    .filter((each) => mentions(each, word))
    .map((each) => ({ ...each, weight: 1.5 }));
  const found = [...elsewhere, ...describing].toSorted((one, other) => other.weight - one.weight);
  return [...new Set(found.map(({ path }) => path))].slice(0, SUGGESTED_MAX);
}

/** Returns the longest beginning of a path that is a command. */
function existing(root: Command): (path: string) => string {
  const paths = new Set(pathsOf(root).map(({ path }) => path));
  return (path) => (paths.has(path) ? path : path.split(' ').slice(0, -1).join(' '));
}

interface CommandPath {
  readonly path: string;
  readonly description: string;
}

function pathsOf(command: Command, before: readonly string[] = []): CommandPath[] {
  return command.commands.flatMap((each) => {
    const path = [...before, each.name()];
    return [{ path: path.join(' '), description: each.description() }, ...pathsOf(each, path)];
  });
}

/** Returns whether a command is about a word, in the singular or the plural. */
function mentions({ path, description }: CommandPath, word: string): boolean {
  const stem = word.replace(/s$/, '');
  return stem.length > 2 && `${path} ${description}`.split(/[^A-Za-z]+/).some((each) => each.replace(/s$/, '') === stem);
}
