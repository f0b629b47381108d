// The size of the house, and the ways through it that docs/architecture.md tells.
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'chai';
import { importsOf } from '../contract-tests/import-rules.ts';
import { waysThroughTheHouse } from '../tools/house/ways.ts';
import { measureHouse } from '../tools/measure-house.ts';

const assemblers = ['core/create-core.ts', 'core/product-worker.ts'];

function importedBy(file: string): ReadonlySet<string> {
  const relative = importsOf(readFileSync(file, 'utf8')).filter(({ specifier }) => specifier.startsWith('.'));
  return new Set(relative.map(({ specifier }) => path.posix.join(path.posix.dirname(file), specifier)));
}

/** The files of core/ports whose names the file imports by the door. */
function portsOf(file: string): readonly string[] {
  const text = readFileSync(file, 'utf8');
  const names = [...text.matchAll(/import (?:type )?\{([^}]*)\} from '#core\/ports'/g)]
    .flatMap(([, list = '']) => list.split(','))
    .map((name) => name.trim().replace(/^type /, ''));
  const door = readFileSync('core/ports.ts', 'utf8');
  return [...door.matchAll(/export type \* from '\.\/(ports\/[^']+)'/g)]
    .map(([, port = '']) => `core/${port}`)
    .filter((port) => {
      const declared = readFileSync(port, 'utf8').matchAll(/^export (?:interface|type) (\w+)/gm);
      return [...declared].some(([, name = '']) => names.includes(name));
    });
}

/** Undefined when the file can be entered from one of those before it. */
function whyClosed(file: string, before: readonly string[]): string | undefined {
  if (before.some((earlier) => importedBy(earlier).has(file))) return undefined;
  const isAssembled = file.startsWith('core/') && assemblers.some((assembler) => importedBy(assembler).has(file));
  if (isAssembled && before.some((earlier) => earlier.startsWith('hosts/'))) return undefined;
  const groups = ['core/ports/core-ports.ts', 'core/ports/storage.ts'];
  const used = new Set(before.flatMap((earlier) => [...importedBy(earlier)]));
  const ports = file.startsWith('adapters/') ? portsOf(file) : [];
  if (ports.some((port) => used.has(port) || groups.some((group) => used.has(group)))) return undefined;
  return `${file} is entered from none of those before it`;
}

describe('the house', () => {
  for (const { name, now, most } of measureHouse()) {
    if (most === undefined) continue;
    it(`has at most ${most} ${name}`, () => expect(now).to.be.at.most(most));
  }

  for (const [way, files] of Object.entries(waysThroughTheHouse())) {
    it(`is walked by ${way}, each file once`, () => {
      expect(files.length).to.be.greaterThan(5);
      expect(new Set(files).size).to.equal(files.length);
      expect(files.filter((file) => !existsSync(file))).to.deep.equal([]);
      const closed = files.slice(1).map((file, i) => whyClosed(file, files.slice(0, i + 1)));
      expect(closed.filter((why) => why !== undefined)).to.deep.equal([]);
    });
  }

  it('a way that jumps is found', () => {
    const [first = ''] = waysThroughTheHouse()['the body of a create'] ?? [];
    expect(whyClosed('core/use-cases/claim-key.ts', [first])).to.contain('is entered from none');
  });
});
