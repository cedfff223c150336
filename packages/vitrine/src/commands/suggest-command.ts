import type { Command } from 'commander';

/** Suggestions that a message has. */
const SUGGESTED_MAX = 2;

/**
 * Returns the commands that an unknown one may mean which is similar to none beside it: one of the same name in another
 * group, or one whose description has its word. The best first.
 *
 * @param words the arguments before the first option.
 */
export function suggestCommands(root: Command, words: readonly string[]): readonly string[] {
  let group = root;
  for (const [at, word] of words.entries()) {
    const next = group.commands.find((command) => command.name() === word);
    if (next === undefined) {
      // Of a group that exists, the word is the verb, and what follows are its arguments.
      return suggest(pathsOf(root), words[0] ?? word, (at === 0 ? words[1] : undefined) ?? word);
    }
    group = next;
  }
  return [];
}

/**
 * @param subject the group that was meant, or the unknown word.
 * @param verb what to do with it, or the unknown word.
 */
function suggest(paths: readonly CommandPath[], subject: string, verb: string): readonly string[] {
  const found = paths
    .map((each) => {
      const isSame = each.path.split(' ').at(-1) === verb;
      const isAbout = mentions(each, subject);
      return { path: each.path, weight: (isSame ? 2 : 0) + (isAbout ? 3 : 0) };
    })
    .filter(({ weight }) => weight > 0)
    .toSorted((one, other) => other.weight - one.weight);
  const [best] = found;
  return found
    .filter(({ weight }) => weight === best?.weight)
    .map(({ path }) => path)
    .slice(0, SUGGESTED_MAX);
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
  return (
    stem.length > 2 &&
    `${path} ${description}`.split(/[^A-Za-z]+/).some((each) => each.replace(/s$/, '') === stem)
  );
}
