// What the guides tell a reader to type is typed, in their order, and prints what they show. What other pages show compiles.
import { execFile } from 'node:child_process';
import { cpSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'chai';
import { built } from '../contract-tests/testing/packed-project.ts';
import { blocksOf, notRun, programsOf } from './guides/guide.ts';
import { Reader } from './guides/reader.ts';

const names = [
  'quick-start',
  'connect-a-customer',
  'write-safely',
  'import-invoices',
  'receive-webhooks',
  'bill-from-pdf',
  'provider-requests',
  'automations',
  'reports',
  'daily-summary',
];
const guides = names.map((name) => `docs/${name}.md`);
/** The client's README has a test of its own. */
const pages = [
  ...guides,
  ...globSync(['README.md', '{adapters,docs}/**/*.md'], { exclude: ['**/node_modules/**', ...guides] }),
];

describe('the guides, followed from the first one on', function () {
  this.timeout(120_000);
  let reader: Reader;

  before(async () => {
    reader = await Reader.with();
  });
  after(() => reader.close());

  for (const guide of guides) it(guide, () => reader.follow(guide));

  it('run their programs with the Node of the folder, because an older one of the machine reads no TypeScript', () => {
    const plain = /(?:^|[`=;|&] ?|\) )node [\w./-]+\.ts/m;
    const pages = globSync('docs/*.md').filter((page) => page !== 'docs/embed.md' && page !== 'docs/decisions.md');
    const told = pages.flatMap((page) =>
      (plain.exec(readFileSync(page, 'utf8')) ?? []).map((line) => `${page}: ${line}`),
    );
    expect(told.filter((one) => !one.startsWith('docs/quick-start.md: `node first.ts'))).to.deep.equal([]);
    expect(['node x.ts > y', 'KEY=$(z) node x.ts', "npx -c 'node x.ts'"].map((line) => plain.test(line))).to.eql([
      true,
      true,
      false,
    ]);
  });
});

describe('the programs of the documents', function () {
  this.timeout(60_000);
  let folder: string;
  before(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'ledgerport-programs-'));
  });
  after(() => rmSync(folder, { recursive: true, force: true }));

  it('compile', async () => {
    for (const page of pages) {
      for (const { file, text } of programsOf(page)) {
        const at = path.join(folder, page.replaceAll('/', '-'));
        mkdirSync(at, { recursive: true });
        writeFileSync(path.join(at, file), text);
      }
    }
    cpSync('examples/another-ledger', path.join(folder, 'docs-another-ledger.md/another-ledger'), { recursive: true });
    symlinkSync(path.resolve('node_modules'), path.join(folder, 'node_modules'));
    // The types that the package has, which are read in a fraction of the time that its source takes.
    const dist = built(path.join(folder, 'built'));
    const paths = {
      '@ledgerport/client': [path.resolve('client/index.ts')],
      ledgerport: [path.join(dist, 'hosts/embed/index.d.ts')],
      'ledgerport/ports': [path.join(dist, 'core/ports.d.ts')],
      'ledgerport/*': [path.join(dist, '*/index.d.ts')],
    };
    const compilerOptions = {
      ...{ incremental: false, tsBuildInfoFile: null, noUnusedLocals: false },
      paths,
      typeRoots: [path.resolve('node_modules/@types')],
    };
    const options = {
      extends: path.resolve('tsconfig.json'),
      compilerOptions,
      include: ['**/*.ts'],
      exclude: ['built'],
    };
    writeFileSync(path.join(folder, 'package.json'), '{ "type": "module" }');
    writeFileSync(path.join(folder, 'tsconfig.json'), JSON.stringify(options));
    const compiled = promisify(execFile)(process.execPath, [
      'node_modules/typescript/bin/tsc',
      '-p',
      folder,
      '--singleThreaded',
    ]);
    const complaints = await compiled.then(
      () => '',
      ({ stdout }: { stdout: string }) => stdout,
    );
    expect(complaints).to.equal('');
  });

  it('quote the template as it is', () => {
    const linesOf = (text: string) => text.split('\n').map((line) => line.trim());
    const quotes = blocksOf('docs/another-ledger.md').filter(({ mark }) => mark.startsWith('from '));
    for (const { mark, text, at } of quotes) {
      const whole = linesOf(readFileSync(mark.replace('from ', 'examples/another-ledger/'), 'utf8')).join('\n');
      expect(whole, at).to.contain(linesOf(text).join('\n'));
    }
    expect(quotes).to.have.length.greaterThan(5);
  });

  it('leave few blocks out', () => {
    const blocks = [...pages, 'client/README.md'].flatMap(blocksOf);
    expect(blocks.filter(({ mark }) => mark === notRun).map(({ at }) => at.split(':')[0])).to.deep.equal([
      'docs/quick-start.md',
      'adapters/ledger-recorded/README.md',
    ]);
  });
});
