// docs/architecture.md: every name on it is there, its ways hang together, and its day's reading names each file once.
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'chai';
import { importsOf } from '../contract-tests/import-rules.ts';

const page = readFileSync('docs/architecture.md', 'utf8');
const rooms = 'adapters|bench|client|contract-tests|core|deploy|docs|examples|fixtures|hosts|tests|tools';
const fromRoot = new RegExp(`^(${rooms})(/[\\w./-]*)?$`);
const bare = /^[\w-]+(\.ts|\/)$/;

/** The files and folders in `text`, in its order. A name without a folder stands in the folder of the name before it. */
function namedIn(text: string): readonly string[] {
  const named: string[] = [];
  let folder = '';
  for (const [, name = ''] of text.matchAll(/`([^`\n]+)`/g)) {
    if (!fromRoot.test(name) && !bare.test(name)) continue;
    const file = fromRoot.test(name) ? name : path.join(folder, name);
    if (fromRoot.test(name)) folder = path.extname(name) === '' ? name : path.dirname(name);
    named.push(path.normalize(file).replace(/\/$/, ''));
  }
  return named;
}

/** The sections under headings that begin with `mark`, by the rest of the heading. */
function sections(mark: string): ReadonlyMap<string, string> {
  const level = /^#+/.exec(mark)?.[0].length ?? 0;
  const end = new RegExp(`^#{1,${level}} `, 'm');
  const parts = page.split(new RegExp(`^${mark}`, 'm')).slice(1);
  return new Map(
    parts.map((part) => {
      const [heading = '', ...lines] = part.split('\n');
      return [heading.trim(), lines.join('\n').split(end)[0] ?? ''];
    }),
  );
}

/** The files that `file` imports by their path. */
function importedBy(file: string): readonly string[] {
  const found = importsOf(readFileSync(file, 'utf8')).map(({ specifier }) => specifier);
  return found.filter((one) => one.startsWith('.')).map((one) => path.join(path.dirname(file), one));
}

const passed = ['core/create-core.ts', 'core/product-worker.ts'].flatMap(importedBy);

/** The files of a way that nothing before them leads to. */
function strangers(way: string): readonly string[] {
  const files = namedIn(way);
  return files.slice(1).filter((file, index) => {
    const before = files.slice(0, index + 1).flatMap(importedBy);
    return !before.includes(file) && !passed.includes(file) && !fillsAPort(file);
  });
}

function fillsAPort(file: string): boolean {
  return file.startsWith('adapters/') && readFileSync(file, 'utf8').includes("'#core/ports'");
}

describe('the page of the architecture', () => {
  const ways = sections('### Way: ');
  const hours = sections('### Hour \\d: ');

  it('names only files and folders that are there', () => {
    const named = page.split(/^#+ /m).flatMap(namedIn);
    expect(named.length).to.be.greaterThan(200);
    expect(named.filter((name) => !existsSync(name))).to.deep.equal([]);
  });

  it('shows ways of which each file is reached from one before it', () => {
    expect(ways.size).to.equal(4);
    for (const [name, way] of ways) expect(strangers(way), name).to.deep.equal([]);
  });

  it('names each file of the day once, in eight hours of at most thirty, and each file of a way on the core’s side', () => {
    expect(hours.size).to.equal(8);
    for (const [name, hour] of hours) expect(namedIn(hour).length, name).to.be.within(15, 30);
    const read = [...hours.values()].flatMap(namedIn);
    expect(read.filter((file, index) => read.indexOf(file) !== index)).to.deep.equal([]);
    expect(read.filter((file) => path.extname(file) !== '.ts')).to.deep.equal([]);
    const way = [...ways.values()].flatMap(namedIn).filter((file) => file.startsWith('core/'));
    expect(way.filter((file) => !read.includes(file))).to.deep.equal([]);
  });
});
