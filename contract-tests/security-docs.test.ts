// The pages for auditors say nothing that is not there: files, and tests by their titles.
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'chai';

const pages = ['docs/threat-model.md', 'docs/asvs.md', 'docs/security.md'];

interface Repository {
  exists(file: string): boolean;
  read(file: string): string;
}

const here: Repository = { exists: existsSync, read: (file) => readFileSync(file, 'utf8') };

const rooms = /^(core|adapters|hosts|contract-tests|tests|docs|tools|fixtures|bench|client)\//;
const rootFile = /^[\w.-]+\.(json|md)$/;

/** Repository paths in code marks, and what is linked to, relative to docs/. */
function filesNamed(text: string): string[] {
  const marked = [...text.matchAll(/`([^`\s]+)`/g)].map(([, name = '']) => name);
  const linked = [...text.matchAll(/\]\(([^)#\s]+)[^)]*\)/g)].map(([, name = '']) => path.posix.join('docs', name));
  return [...marked.filter((name) => rooms.test(name) || rootFile.test(name)), ...linked];
}

function testsNamed(text: string): { readonly file: string; readonly title: string }[] {
  return [...text.matchAll(/`([^`\s]+\.test\.ts)` “([^”]+)”/g)].map(([, file = '', title = '']) => ({ file, title }));
}

/** Of tests that run: `it.skip` is none. */
function titlesIn(source: string): string[] {
  const declared = /\b(?:it|describe)\(\s*(['"`])((?:\\.|(?!\1)[^\\])*)\1/g;
  return [...source.matchAll(declared)].map(([, , title = '']) => title);
}

function faultsIn(text: string, repository: Repository): string[] {
  const absent = [...new Set(filesNamed(text))].filter((file) => !repository.exists(file));
  const untold = testsNamed(text)
    .filter(({ file }) => repository.exists(file))
    .filter(({ file, title }) => !titlesIn(repository.read(file)).some((one) => one.includes(title)));
  return [...absent, ...untold.map(({ file, title }) => `${file}: ${title}`)];
}

describe('the pages for auditors', () => {
  for (const page of pages) {
    it(`${page} names files and tests that are there`, () => {
      expect(faultsIn(here.read(page), here)).to.deep.equal([]);
    });
  }

  it('name a test for most threats', () => {
    const rows = here.read('docs/threat-model.md').split('\n');
    const threats = rows.filter((row) => /^\| [STRIDE] \|/.test(row));
    expect(threats.length).to.be.greaterThan(60);
    const untested = threats.filter((row) => testsNamed(row).length === 0 && !row.includes('**not held**'));
    expect(untested).to.deep.equal([]);
    expect(rows.filter((row) => /^\| API\d+ \|/.test(row) && testsNamed(row).length > 0)).to.have.length(10);
  });

  it('would be found out if they named what is not there', () => {
    const kept: Repository = {
      exists: (file) => file === 'core/a.test.ts' || file === 'docs/b.md',
      read: () => "it('holds what it says', () => {}); it.skip('is not run', () => {}); // it says more",
    };
    const faults = (text: string) => faultsIn(text, kept);
    expect(faults('`core/a.test.ts` “holds what it says”, [b](b.md#top), `/v1/a`, `a.b`')).to.deep.equal([]);
    expect(faults('`core/gone.ts`')).to.deep.equal(['core/gone.ts']);
    expect(faults('[c](c.md)')).to.deep.equal(['docs/c.md']);
    expect(faults('`core/a.test.ts` “holds nothing”')).to.have.length(1);
    expect(faults('`core/a.test.ts` “is not run”')).to.have.length(1);
    expect(faults('`core/a.test.ts` “it says more”')).to.have.length(1);
  });
});

describe('the judgement by ASVS 5.0.0, level 2', () => {
  const text = here.read('docs/asvs.md');
  const [reasons = '', worth = ''] = text.split('\n## Not met, in order of worth\n');

  it('gives a reason for all that is not met, and orders it by its worth', () => {
    const open = [...reasons.matchAll(/^\| (V\d+\.\d+\.\d+) \| [^|]+ \| .{5,} \|$/gm)].map(([, id]) => id);
    const ordered = [...worth.matchAll(/\bV\d+\.\d+\.\d+\b/g)].map(([id]) => id);
    expect(open.length).to.be.greaterThan(0);
    expect(ordered).to.have.members(open);
  });
});
