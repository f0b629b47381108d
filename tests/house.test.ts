// The size of the house, and the ways through it that docs/architecture.md tells.
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect } from 'chai';
import { importsOf } from '../contract-tests/import-rules.ts';
import { gauge } from '../tools/gauge.ts';
import { calledBy, entriesOf, namesLetOut, waysThroughTheHouse } from '../tools/house/ways.ts';

const assemblers = ['core/create-core.ts', 'core/product-worker.ts'];

interface Bound {
  readonly what: string;
  readonly now: number;
  readonly most: number;
  /** Where the bound is missed: what there was when it was last lowered. It is lowered as things go, and never raised. */
  readonly heldAt?: number;
}

const size = gauge();
const bounds: readonly Bound[] = [
  { what: 'words of service code', now: size.serviceWords, most: 125_000, heldAt: 194_700 },
  { what: '% of comments', now: size.commentShare, most: 8, heldAt: 8.4 },
  { what: 'lines of tests', now: size.testLines, most: 60_000, heldAt: 86_600 },
  { what: 'lines of tools', now: size.toolsLines, most: 2_800, heldAt: 2_870 },
  { what: 'lines of benches', now: size.benchLines, most: 3_500, heldAt: 3_580 },
  { what: 'bytes of fixtures', now: size.fixtureBytes, most: 500_000 },
  { what: 'names let out by core/ports.ts', now: namesLetOut('core/ports.ts').size, most: 260 },
];

function nameOf({ what, now, most, heldAt }: Bound): string {
  const [is, allowed] = [now, most].map((figure) => figure.toLocaleString('en'));
  if (now <= most) return `has ${is} ${what}, at most ${allowed}`;
  const held = (heldAt ?? most).toLocaleString('en');
  return `has ${is} ${what}: above the bound of ${allowed}, may not grow beyond ${held}`;
}

function isWithin({ now, most, heldAt }: Bound): boolean {
  return now <= Math.max(most, heldAt ?? most);
}

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
  return [...door.matchAll(/ from '\.\/(ports\/[^']+)'/g)]
    .map(([, port = '']) => `core/${port}`)
    .filter((port) => names.some((name) => namesLetOut(port).has(name)));
}

/** Undefined when a file before it calls it, an assembler hands it to a host, or it fills a port that one before it uses. */
function whyClosed(file: string, before: readonly string[]): string | undefined {
  if (before.some((earlier) => calledBy(earlier).has(file))) return undefined;
  const isAssembled = file.startsWith('core/') && assemblers.some((assembler) => calledBy(assembler).has(file));
  if (isAssembled && before.some((earlier) => earlier.startsWith('hosts/'))) return undefined;
  const groups = ['core/ports/core-ports.ts', 'core/ports/storage.ts'];
  const used = new Set(before.flatMap((earlier) => [...importedBy(earlier)]));
  const ports = file.startsWith('adapters/') ? portsOf(file) : [];
  if (ports.some((port) => used.has(port) || groups.some((group) => used.has(group)))) return undefined;
  return `${file} is called by none of those before it`;
}

describe('the house', () => {
  for (const bound of bounds) it(nameOf(bound), () => expect(bound).to.satisfy(isWithin));

  it('what misses its bound may shrink and may not grow, and one that is met holds from then on', () => {
    const missed = { what: 'doors', most: 10, heldAt: 12 };
    expect([9, 11, 12, 13].map((now) => isWithin({ ...missed, now }))).to.deep.equal([true, true, true, false]);
    expect([10, 11].map((now) => isWithin({ what: 'doors', most: 10, now }))).to.deep.equal([true, false]);
    expect(nameOf({ ...missed, now: 11 })).to.equal('has 11 doors: above the bound of 10, may not grow beyond 12');
  });

  for (const way of waysThroughTheHouse()) {
    it(`is walked by ${way.title}: ${way.files.length} files, entered ${entriesOf(way)} times`, () => {
      expect(way.files.length).to.be.greaterThan(5);
      expect(way.files.filter((file) => !existsSync(file))).to.deep.equal([]);
      const closed = way.files.slice(1).map((file, i) => whyClosed(file, way.files.slice(0, i + 1)));
      expect(closed.filter((why) => why !== undefined)).to.deep.equal([]);
    });
  }

  it('a way that jumps is found', () => {
    const [create] = waysThroughTheHouse();
    expect(whyClosed('core/use-cases/writes/claim-key.ts', create?.files.slice(0, 1) ?? [])).to.contain(
      'is called by none',
    );
  });

  it('counts calls and not types, a file called from two places twice, and what stands behind export *', () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'ledgerport-house-'));
    const write = (name: string, ...lines: string[]): string => {
      const file = path.join(folder, name);
      writeFileSync(file, `${lines.join('\n')}\n`);
      return file;
    };
    const last = write(
      'last.ts',
      'export const limit = 1;',
      'export function end(): void {}',
      'export interface End {}',
    );
    const middle = write(
      'middle.ts',
      "import { type End, end } from './last.ts';",
      'export const go = (): End => end();',
    );
    const typed = write('typed.ts', "import type { End } from './last.ts';", 'export const none: End = {};');
    const reads = write('reads.ts', "import { limit } from './last.ts';", 'export const twice = limit * 2;');
    const first = write(
      'first.ts',
      "import { end } from './last.ts';",
      "import { go } from './middle.ts';",
      "export * from './last.ts';",
      "export { go as start } from './middle.ts';",
      'go();',
      'end();',
    );
    try {
      expect([first, middle, typed, reads].map((file) => calledBy(file).has(last))).to.deep.equal([
        true,
        true,
        false,
        false,
      ]);
      expect(entriesOf({ title: 'a way', files: [first, middle, last] })).to.equal(4);
      expect([...namesLetOut(first)].sort()).to.deep.equal(['End', 'end', 'limit', 'start']);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
