// Circles of imports, of types and values alike: a reader must read files or folders that need each other as one.
import path from 'node:path';
import { importsOf } from './import-rules.ts';

/** Each circle as its files in order; `sources` maps a file to its text. */
export function circlesIn(sources: ReadonlyMap<string, string>): readonly (readonly string[])[] {
  const next = new Map([...sources].map(([file, text]) => [file, targetsOf(file, text, sources)]));
  const circles: string[][] = [];
  const index = new Map<string, number>();
  const lowest = new Map<string, number>();
  const open: string[] = [];
  // Tarjan's strongly connected components.
  const visit = (file: string): number => {
    const mine = index.size;
    index.set(file, mine);
    lowest.set(file, mine);
    open.push(file);
    for (const target of next.get(file) ?? []) {
      const reached = index.has(target) ? (open.includes(target) ? (index.get(target) ?? mine) : mine) : visit(target);
      lowest.set(file, Math.min(lowest.get(file) ?? mine, reached));
    }
    if (lowest.get(file) === mine) {
      const members = open.splice(open.indexOf(file));
      if (members.length > 1) circles.push(members.sort());
    }
    return lowest.get(file) ?? mine;
  };
  for (const file of sources.keys()) if (!index.has(file)) visit(file);
  return circles;
}

function targetsOf(file: string, text: string, sources: ReadonlyMap<string, string>): readonly string[] {
  return importsOf(text)
    .filter(({ specifier }) => specifier.startsWith('.'))
    .map(({ specifier }) => path.posix.join(path.posix.dirname(file), specifier))
    .filter((target) => sources.has(target));
}

/** Two folders that import from each other, as `a <> b`. */
export function mutualPairsIn(sources: ReadonlyMap<string, string>): readonly string[] {
  const folderOf = path.posix.dirname;
  const arrows = new Set(
    [...sources].flatMap(([file, text]) =>
      targetsOf(file, text, sources).map((target) => `${folderOf(file)} <> ${folderOf(target)}`),
    ),
  );
  return [...arrows]
    .filter((arrow) => {
      const [from = '', to = ''] = arrow.split(' <> ');
      return from < to && arrows.has(`${to} <> ${from}`);
    })
    .sort();
}
