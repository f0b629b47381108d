import { publicFunctions } from './public-functions.ts';

/** By its path within the core, such as `access.issueKey`. */
export type Docstrings = ReadonlyMap<string, string>;

/** Those of the use cases that `createCore` gives. */
export async function coreDocstrings(): Promise<Docstrings> {
  const door = 'hosts/embed/index.ts';
  const core = `${door}#Core.`;
  const useCases = (await publicFunctions([door], 'tsconfig.build.json')).filter(({ name }) => name.startsWith(core));
  return new Map(useCases.map(({ name, docstring }) => [name.slice(core.length), docstring]));
}

/**
 * The declarations of `createCore` with the docstring of each use case above it: the compiler leaves comments out of a
 * type that it infers, and an editor would show none to whoever embeds the core.
 */
export function withDocstrings(declarations: string, docstrings: Docstrings): string {
  const place: string[] = [];
  const lines = declarations.split('\n').flatMap((line) => {
    const [, indent = '', name = ''] = /^((?: {4})+)(\w+): /.exec(line) ?? [];
    if (name === '') return [line];
    place.splice(indent.length / 4 - 1, place.length, name);
    const docstring = docstrings.get(place.join('.'))?.replaceAll(/\s+/g, ' ');
    return docstring === undefined ? [line] : [`${indent}/** ${docstring} */`, line];
  });
  return lines.join('\n');
}
