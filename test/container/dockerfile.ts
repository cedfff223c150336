/** One instruction of a Dockerfile. `text` is what follows its name, in one line. */
export interface Instruction {
  readonly name: string;
  readonly text: string;
}

/** What a Dockerfile says about its last stage. */
export interface Image {
  readonly environment: Readonly<Record<string, string>>;
  readonly user: string;
  readonly workingFolder: string;
  readonly volumes: readonly string[];
  readonly ports: readonly string[];
  /** The program and its arguments. */
  readonly command: readonly string[];
  /** The program that says whether the container is healthy, with its arguments. */
  readonly healthCheck: readonly string[];
}

/** Returns the instructions of each stage; the first of each is FROM. */
export function stagesOf(dockerfile: string): readonly (readonly Instruction[])[] {
  const lines = dockerfile
    .replace(/^#.*\n/gm, '')
    .replace(/\\\n\s*/g, '')
    .split('\n')
    .filter((line) => line.trim() !== '');
  const stages: Instruction[][] = [];
  for (const line of lines) {
    const [, name = '', text = ''] = /^([A-Z]+) (.*)$/.exec(line) ?? [];
    if (name === '') throw new Error(`Not an instruction: ${line}`);
    if (name === 'FROM') stages.push([]);
    stages.at(-1)?.push({ name, text });
  }
  return stages;
}

/** @throws Error if the last stage lacks one of the members of an image. */
export function imageOf(dockerfile: string): Image {
  const stage = stagesOf(dockerfile).at(-1) ?? [];
  const all = (name: string) => stage.filter((each) => each.name === name).map(({ text }) => text);
  const last = (name: string) => {
    const text = all(name).at(-1);
    if (text === undefined) throw new Error(`The last stage has no ${name}.`);
    return text;
  };
  const settings = all('ENV').flatMap((text) => text.split(' ').map((each) => each.split('=', 2)));
  return {
    environment: Object.fromEntries(settings),
    user: last('USER'),
    workingFolder: last('WORKDIR'),
    volumes: all('VOLUME'),
    ports: all('EXPOSE'),
    command: [...wordsOf(last('ENTRYPOINT')), ...wordsOf(last('CMD'))],
    healthCheck: wordsOf(last('HEALTHCHECK').replace(/^.*?CMD /, '')),
  };
}

/** Reads the form of a command that needs no shell. The image has none that expands anything. */
function wordsOf(text: string): string[] {
  return JSON.parse(text);
}
