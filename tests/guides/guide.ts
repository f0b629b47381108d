// A page of docs/ as what its reader does: the blocks of code, in order.
import { readFileSync } from 'node:fs';

export interface Block {
  readonly language: string;
  /** What follows the language: `no-run`, the name of the file, or the terminal in which the command goes on. */
  readonly mark: string;
  readonly text: string;
  /** Where it begins, for messages: `docs/quick-start.md:18`. */
  readonly at: string;
}

export function blocksOf(page: string): readonly Block[] {
  const lines = readFileSync(page, 'utf8').split('\n');
  const blocks: Block[] = [];
  for (let first = 0; first < lines.length; first += 1) {
    const [, language, mark = ''] = /^```(\w+) ?(.*)$/.exec(lines[first] ?? '') ?? [];
    if (language === undefined) continue;
    const end = lines.indexOf('```', first);
    blocks.push({ language, mark, text: lines.slice(first + 1, end).join('\n'), at: `${page}:${first + 1}` });
    first = end;
  }
  return blocks;
}

export interface Program {
  /** `write-safely.ts` for what a page writes block by block; the name that a block has. */
  readonly file: string;
  readonly text: string;
}

/** `write-safely.ts` for `docs/write-safely.md`, or for a place in it. */
export const programName = (page: string): string =>
  `${page.replaceAll(/^docs\/|\.md(:\d+)?$/g, '').replaceAll('/', '-')}.ts`;

/** What a test can neither run nor compile. */
export const notRun = 'no-run';

export const isFile = (mark: string): boolean => mark.endsWith('.ts');

/** All blocks of a page in one language are one program, except those that are a file of their own. */
export function programsOf(page: string): readonly Program[] {
  const blocks = blocksOf(page).filter(({ language, mark }) => language === 'ts' && mark !== notRun);
  const together = blocks.filter(({ mark }) => !isFile(mark));
  const files = blocks.filter(({ mark }) => isFile(mark)).map(({ mark, text }) => ({ file: mark, text }));
  const whole = { file: programName(page), text: `${together.map(({ text }) => text).join('\n')}\nexport {};\n` };
  return together.length > 0 ? [...files, whole] : files;
}
