// What the guides tell a reader to type is typed, in their order, and prints what they show. What other pages show compiles.
import { execFile } from 'node:child_process';
import { globSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'chai';
import { blocksOf, notRun, programsOf } from './guides/guide.ts';
import { Reader } from './guides/reader.ts';

const names = [
  'quick-start',
  'connect-a-customer',
  'write-safely',
  'import-invoices',
  'receive-webhooks',
  'automations',
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
    const source = (name: string) => [path.resolve(`${name}/index.ts`)];
    const paths = {
      '@ledgerport/client': source('client'),
      ledgerport: source('hosts/embed'),
      'ledgerport/*': source('*'),
    };
    const compilerOptions = {
      ...{ incremental: false, tsBuildInfoFile: null, noUnusedLocals: false },
      paths,
      typeRoots: [path.resolve('node_modules/@types')],
    };
    const options = { extends: path.resolve('tsconfig.json'), compilerOptions, include: ['**/*.ts'], exclude: [] };
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

  it('leave few blocks out', () => {
    const blocks = [...pages, 'client/README.md'].flatMap(blocksOf);
    expect(blocks.filter(({ mark }) => mark === notRun).map(({ at }) => at.split(':')[0])).to.deep.equal([
      'docs/quick-start.md',
      'adapters/ledger-recorded/README.md',
    ]);
  });
});
