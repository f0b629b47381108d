// Reads a Dockerfile as far as this repository's uses the language: what a builder would do, as a list.
import { readFileSync } from 'node:fs';

export interface Instruction {
  readonly name: string;
  /** `--from=build` as `from: 'build'`. */
  readonly flags: Readonly<Record<string, string>>;
  readonly text: string;
}

export interface Stage {
  readonly base: string;
  readonly name: string | undefined;
  readonly instructions: readonly Instruction[];
}

const known = new Set('FROM ARG WORKDIR COPY RUN LABEL ENV USER EXPOSE STOPSIGNAL HEALTHCHECK CMD'.split(' '));

/** Throws at an instruction that the tests would not carry out. */
export function readDockerfile(file: string): readonly Stage[] {
  const lines = readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => !/^\s*(#|$)/.test(line))
    .join('\n')
    .replace(/\\\n\s*/g, '')
    .split('\n');
  const args = new Map<string, string>();
  const stages: (Stage & { instructions: Instruction[] })[] = [];
  for (const line of lines.filter((one) => one !== '')) {
    const { name, flags, text } = instructionOf(line);
    if (!known.has(name)) throw new Error(`${file}: the tests do not know ${name}`);
    if (name === 'ARG') args.set(...pairOf(text));
    else if (name === 'FROM') stages.push(stageOf(withArgs(text, args)));
    else stages.at(-1)?.instructions.push({ name, flags, text: withArgs(text, args) });
  }
  return stages;
}

function stageOf(text: string): Stage & { instructions: Instruction[] } {
  const [base = '', , name] = text.split(/\s+/);
  return { base, name, instructions: [] };
}

function instructionOf(line: string): Instruction {
  const [, name = '', flagText = '', text = ''] = /^(\w+)((?:\s+--\S+)*)\s+(.*)$/.exec(line) ?? [];
  const flags = [...flagText.matchAll(/--([\w-]+)=(\S+)/g)].map(([, flag = '', value = '']) => [flag, value]);
  return { name: name.toUpperCase(), flags: Object.fromEntries(flags), text };
}

export function pairOf(text: string): [name: string, value: string] {
  const [, name = text, value = ''] = /^(\w+)=(.*)$/.exec(text) ?? [];
  return [name, value];
}

function withArgs(text: string, args: ReadonlyMap<string, string>): string {
  return text.replace(/\$\{(\w+)\}/g, (whole, name) => args.get(name) ?? whole);
}

/** The last instruction of this name, which is the one that counts. */
export function lastOf(stage: Stage, name: string): Instruction {
  const found = stage.instructions.findLast((one) => one.name === name);
  if (found === undefined) throw new Error(`the Dockerfile has no ${name}`);
  return found;
}

/** The words of an instruction in its JSON form, which runs without a shell. */
export function wordsOf({ name, text }: Instruction): readonly string[] {
  return JSON.parse(name === 'HEALTHCHECK' ? text.replace(/^CMD\s+/, '') : text) as string[];
}

/** Whether a `.dockerignore` leaves this path of the context out: of the patterns that match it or a folder above it, the last counts. */
export function ignoring(file: string): (path: string) => boolean {
  const rules = readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => ({ form: formOf(line.replace(/^!/, '')), leavesOut: !line.startsWith('!') }));
  return (path) => rules.findLast(({ form }) => form.test(path))?.leavesOut ?? false;
}

function formOf(pattern: string): RegExp {
  const source = pattern
    .replace(/[.+^${}()|[\]\\]/g, '\\$&')
    .replace(
      /\*\*\/|\*\*|\*|\?/g,
      (found) => ({ '**/': '(?:.*/)?', '**': '.*', '*': '[^/]*', '?': '[^/]' })[found] ?? '',
    );
  return new RegExp(`^${source}(?:/|$)`);
}
