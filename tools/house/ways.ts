// Reads the ways of docs/architecture.md and counts value imports and calls in their files.
import { readFileSync } from 'node:fs';
import path from 'node:path';

export interface Way {
  readonly title: string;
  /** In the order of the page. */
  readonly files: readonly string[];
}

export function waysThroughTheHouse(page = 'docs/architecture.md'): readonly Way[] {
  const [, ...sections] = readFileSync(page, 'utf8').split(/^### Way: /m);
  return sections.map((section) => ({
    title: section.split('\n')[0]?.trim() ?? '',
    files: [...section.matchAll(/^\d+\. `([^`]+)`/gm)].map(([, file = '']) => file),
  }));
}

/** The files whose values the file imports and calls or hands on. A type is no entry, nor is a constant that is only read. */
export function calledBy(file: string): ReadonlySet<string> {
  const text = readFileSync(file, 'utf8');
  const imports = [...text.matchAll(/^import (?!type )(?:\{([^}]*)\}|\* as (\w+)) from '(\.[^']+)';$/gm)];
  const body = imports.reduce((rest, [statement]) => rest.replace(statement, ''), text);
  const entered = imports.filter(([, list = '', all]) => {
    const named = list.split(',').map((name) => name.trim());
    const values = named
      .filter((name) => name !== '' && !name.startsWith('type '))
      .map((name) => name.split(' as ').at(-1));
    return [...values, ...(all === undefined ? [] : [all])].some((name) => isCalled(name ?? '', body));
  });
  return new Set(entered.map(([, , , target = '']) => path.posix.join(path.posix.dirname(file), target)));
}

function isCalled(name: string, body: string): boolean {
  const called = `\\b${name}(?:\\.\\w+)*(?:<[^()]*>)?\\(`;
  const handedOn = `[(,:]\\s*(?:\\.\\.\\.)?${name}\\s*[,)}]`;
  return new RegExp(`${called}|${handedOn}`).test(body);
}

/** How often the way enters a file: once for each of its files that calls it, so that a file entered twice counts twice. */
export function entriesOf({ files }: Way): number {
  const calls = files.map(calledBy);
  return files.reduce((sum, file) => sum + Math.max(1, calls.filter((called) => called.has(file)).length), 0);
}

/** The names that a module lets out; `export *` lets out every name of the module behind it. */
export function namesLetOut(module: string): ReadonlySet<string> {
  const text = readFileSync(module, 'utf8');
  const declared = text.matchAll(/^export (?:\w+ )*?(?:const|let|function\*?|class|interface|type|enum) (\w+)/gm);
  const lists = [...text.matchAll(/^export (?:type )?\{([^}]*)\}/gm)].flatMap(([, list = '']) => list.split(','));
  const listed = lists.map((entry) => entry.trim().split(/\s+/).at(-1) ?? '').filter((name) => name !== '');
  const behind = [...text.matchAll(/^export (?:type )?\* from '(\.[^']+)'/gm)].flatMap(([, target = '']) => [
    ...namesLetOut(path.posix.join(path.posix.dirname(module), target)),
  ]);
  return new Set([...[...declared].map(([, name = '']) => name), ...listed, ...behind]);
}
