// The package as a stranger gets it: built, packed, unpacked into an empty project, used from there.
import { spawn, spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect } from 'chai';
import { publint } from 'publint';
import { programsOf } from '../tests/guides/guide.ts';
import { freePort } from '../tests/walk/processes.ts';
import { until } from '../tests/walk/until.ts';
import { examplesWork, ownAdapters, programs, writeProgram } from './testing/examples.ts';

interface Manifest {
  readonly files: readonly string[];
  readonly bin: Readonly<Record<string, string>>;
  readonly scripts: Readonly<Record<string, string>>;
  readonly exports: Readonly<Record<string, string | { readonly types: string; readonly default: string }>>;
  readonly dependencies: Readonly<Record<string, string>>;
  readonly peerDependencies: Readonly<Record<string, string>>;
}

const pepper = 'p'.repeat(32);
const secrets = { apiKeyPepper: pepper, sessionSecret: pepper, encryptionKeys: `k:${btoa(pepper)}` };
const compiler = path.resolve('node_modules/typescript/bin/tsc');
const manifest = JSON.parse(readFileSync('package.json', 'utf8')) as Manifest;

describe('the package', () => {
  let project: string;
  /** As a checkout after `npm run build`. */
  let stage: string;
  let home: string;
  let tarball: string;

  before(async () => {
    project = mkdtempSync(path.join(tmpdir(), 'ledgerport-package-'));
    stage = path.join(project, 'stage');
    const entries = ['package.json', 'README.md', 'LICENSE', ...manifest.files.filter((entry) => entry !== 'dist')];
    for (const file of globSync(entries)) cpSync(file, path.join(stage, file), { recursive: true });
    expect(manifest.scripts['build']).to.equal('node tools/build.ts');
    run(process.execPath, ['tools/build.ts', path.join(stage, 'dist')], process.cwd());
    run('npm', ['pack', '--ignore-scripts', '--silent', '--pack-destination', project], stage);
    tarball = path.join(project, readdirSync(project).find((name) => name.endsWith('.tgz')) ?? '');
    home = path.join(project, 'node_modules', 'ledgerport');
    mkdirSync(home, { recursive: true });
    run('tar', ['xzf', tarball, '-C', home, '--strip-components=1'], project);
    const client = path.join(project, 'node_modules', '@ledgerport', 'client');
    cpSync('client/package.json', path.join(client, 'package.json'));
    run(
      process.execPath,
      [compiler, '-p', 'client/tsconfig.json', '--singleThreaded', '--outDir', path.join(client, 'dist')],
      process.cwd(),
    );
    linkPackages(path.join(project, 'node_modules'));
    writeFileSync(path.join(project, 'package.json'), '{ "type": "module" }\n');
    cpSync('examples', path.join(stage, 'examples'), { recursive: true });
  });

  after(() => rmSync(project, { recursive: true, force: true }));

  it('ships what its documents link to, its licence, and no source of ours that needs a compiler', () => {
    const shipped = globSync('**/*', { cwd: home }).map((file) => file.split(path.sep).join('/'));
    expect(shipped).to.include.members(['LICENSE', 'NOTICE', 'CHANGELOG.md', 'SECURITY.md', 'CONTRIBUTING.md']);
    expect(shipped.filter((file) => /(?<!\.d)\.tsx?$/.test(file))).to.deep.equal([]);
    // The console's are served, and their links are those of pages.
    const pages = shipped.filter((file) => file.endsWith('.md') && !file.includes('/assets/'));
    const broken = pages.flatMap((page) =>
      linksOf(readFileSync(path.join(home, page), 'utf8'))
        .map((link) => path.posix.join(path.posix.dirname(page), link))
        .filter((target) => !existsSync(path.join(home, target)))
        .map((target) => `${page} -> ${target}`),
    );
    expect(pages.length).to.be.greaterThan(20);
    expect(broken).to.deep.equal([]);
  });

  it('has nothing that publint complains of', async () => {
    const { messages } = await publint({ pkgDir: home, pack: false });
    // Node does read the `imports` of the package.json that is nearest to a file.
    expect(messages.filter(({ code }) => !/NESTED_PACKAGE/.test(code))).to.deep.equal([]);
  });

  it('is built before it is published, as the client is', () => {
    const steps = [...readFileSync('.github/workflows/release.yml', 'utf8').matchAll(/^ +- run: (.*)$/gm)];
    const commands = steps.map(([, command]) => command);
    expect(commands.slice(-2)).to.deep.equal([
      'npm run build && npm run build --workspace client',
      'npm publish --workspace client --include-workspace-root',
    ]);
  });

  it('brings the command', () => {
    const bin = path.join(home, manifest.bin['ledgerport'] ?? '');
    expect(run(process.execPath, [bin, '--help'], project)).to.contain('ledgerport');
  });

  it('compiles the programs of its documents, and the own adapters', () => {
    const files = [
      ...programs.map((page) => writeProgram(project, page)),
      ...ownAdapters.map((own) => path.join(stage, own)),
    ];
    const types = ['--noEmit', '--module', 'nodenext', '--target', 'es2023', '--types', 'node'];
    const strict = ['--strict', '--exactOptionalPropertyTypes', '--allowImportingTsExtensions', '--singleThreaded'];
    run(process.execPath, [compiler, ...types, ...strict, ...files], project);
  });

  it('passes the test that docs/test-in-ci.md shows', async () => {
    const [{ file, text } = { file: '', text: '' }] = programsOf('docs/test-in-ci.md');
    writeFileSync(path.join(project, file), text.replace('8080', String(await freePort())));
    expect(run(process.execPath, ['--test', file], project)).to.match(/pass 1\b/);
  });

  for (const page of programs) {
    it(`runs the program of ${page}`, async () => {
      const file = writeProgram(project, page, { 8080: await freePort(), 8099: await freePort() });
      const child = spawn(process.execPath, [file], { cwd: project, stdio: ['ignore', 'pipe', 'pipe'] });
      let told = '';
      for (const stream of [child.stdout, child.stderr])
        stream.on('data', (chunk) => {
          told += chunk;
        });
      try {
        const said = page === 'README.md' ? /Harbour Tools is con_/ : /verified invoice\.paid/;
        await until(`${said} from ${page}`, () => said.test(told) || child.exitCode !== null, 60_000);
        expect(told).to.match(said);
      } finally {
        child.kill('SIGKILL');
      }
    });
  }

  examplesWork(() => stage);

  it('takes an embedder to a worker beside it, without Koa in the core or in the client', () => {
    const script = [
      "import { createLedgerport } from 'ledgerport';",
      "const options = { database: 'sqlite:./beside.db', ledger: 'http://localhost:1', logLevel: 'silent' };",
      'const [web, worker] = [await createLedgerport(options), await createLedgerport(options)];',
      'worker.worker.start();',
      "const { id } = await web.core.access.createOrganization({ name: 'Embedder', plan: 'paid' });",
      "const { secret } = await web.core.access.issueKey({ organizationId: id, environment: 'test', name: 'first' });",
      'const caller = await web.callerOf(secret);',
      "const write = { body: { url: 'https://example.com/hook', event_types: ['*'] } };",
      'const { value } = await web.core.webhooks.createEndpoint(caller, { write });',
      'const tried = await web.core.webhooks.tryEndpoint(caller, { endpointId: value.endpoint.id, write: { body: undefined } });',
      'const ended = async () => (await web.core.webhooks.findDelivery(caller, tried.value.id)).delivery.state;',
      'for (let n = 0; n < 300 && !/succeeded|failed|dead/.test(await ended()); n++) await new Promise((r) => setTimeout(r, 100));',
      "console.log('worked: ' + (await ended()));",
      'await worker.close();',
      'await web.close();',
    ].join('\n');
    expect(runScript(project, script)).to.match(/worked: (succeeded|failed|dead)/);
  });

  it('takes an embedder from the sandbox to production as docs/embed.md says', () => {
    const [setUp] = programsOf('docs/embed.md').filter(({ file }) => file === 'production.ts');
    writeFileSync(path.join(project, 'production.ts'), setUp?.text ?? '');
    const script = [
      "import { open, setUp } from './production.ts';",
      "const options = { database: 'sqlite:./production.db', ledger: 'http://localhost:1', logLevel: 'silent' };",
      "const { apiKey, webhookUrl } = await setUp(options, 'id', 'secret', 'key');",
      'const { lp, caller } = await open(options, apiKey);',
      "const body = { provider: 'ledger', external_account_id: 'c', redirect_uri: 'http://localhost:3000/' };",
      'const { value } = await lp.core.connectSessions.create(caller, { body });',
      "console.log([caller.environment, /^.webhooks.ledger.app_/.test(webhookUrl), new URL(value.connectUrl).pathname].join(' '));",
      'await lp.close();',
    ].join('\n');
    expect(runScript(project, script)).to.match(/^live true \/connect\/\S+$/m);
  });

  for (const [missing, options] of [
    ['better-sqlite3', { database: 'sqlite:./missing.db', ledger: 'sandbox' }],
    ['pg', { database: 'postgres://127.0.0.1:1/none', ledger: 'xero', ...secrets }],
  ] as const) {
    it(`names ${missing} where it is not installed, and the line that installs it`, () => {
      const script = [
        "import { createLedgerport } from 'ledgerport';",
        `await createLedgerport(${JSON.stringify(options)}).catch(({ message }) => console.log(message));`,
      ].join('\n');
      const said = without(project, missing, script);
      expect(said).to.match(new RegExp(`^${missing} is not installed \\(.*\\): npm install ${missing}$`, 'm'));
    });
  }

  it('needs pdfkit for a PDF alone, and then says so', () => {
    const script = [
      "import { createLedgerport } from 'ledgerport';",
      "const lp = await createLedgerport({ database: 'sqlite:./no-pdf.db', ledger: 'sandbox', logLevel: 'silent' });",
      "const { caller, connection: { id: connectionId } } = await lp.sandbox.connect('customer-1');",
      "const listed = await lp.core.records.create(caller, { connectionId, type: 'contacts', write: { key: 'c', body: { name: 'A' } } });",
      "const lines = [{ description: 'Bench', quantity: 1, unit_amount: 1, account_code: '200' }];",
      "const body = { contact_id: listed.value.id, status: 'AUTHORISED', due_date: '2030-01-31', line_items: lines };",
      "const { value } = await lp.core.records.create(caller, { connectionId, type: 'invoices', write: { key: 'i', body } });",
      'process.stderr.write = (text) => console.log(text);',
      "const place = 'http://localhost:8080/v1/connections/' + connectionId + '/provider-actions/invoice.download_pdf';",
      'const asked = new Request(place, {',
      "  method: 'POST', body: JSON.stringify({ resource_id: value.id }),",
      "  headers: { Authorization: 'Bearer ' + lp.sandbox.apiKeys.test, 'Content-Type': 'application/json' },",
      '});',
      'console.log((await lp.fetch(asked)).status);',
      'await lp.close();',
    ].join('\n');
    const said = without(project, 'pdfkit', script);
    expect(said).to.contain('pdfkit, which is not installed: npm install pdfkit').and.match(/^502$/m);
  });

  it('builds every front door that it promises, with types', () => {
    const missing = Object.values(manifest.exports)
      .flatMap((door) => (typeof door === 'string' ? [door] : [door.types, door.default]))
      .filter((file) => !existsSync(path.join(home, file)));
    expect(missing).to.deep.equal([]);
  });

  it('opens every front door and no other', () => {
    const doors = Object.keys(manifest.exports).map((door) => door.replace(/^\./, 'ledgerport'));
    const script = [
      `for (const door of ${JSON.stringify(doors)}) {`,
      "  const type = door.endsWith('.json') ? { with: { type: 'json' } } : {};",
      '  const found = Object.keys(await import(door, type));',
      "  if (found.length === 0) throw new Error(door + ' is empty');",
      '}',
      "try { await import('ledgerport/dist/core/domain/errors.js'); throw new Error('a deep import was let in'); }",
      "catch (error) { if (error.code !== 'ERR_PACKAGE_PATH_NOT_EXPORTED') throw error; }",
      "console.log('open');",
    ].join('\n');
    expect(runScript(project, script)).to.contain('open');
  });

  it('runs the core and a storage contract from there', () => {
    const script = [
      "import { createCore } from 'ledgerport';",
      "import { openSqlite } from 'ledgerport/adapters/knex-sqlite';",
      "import { createSystemClock, createIdGenerator } from 'ledgerport/adapters/system';",
      "import { createDigester } from 'ledgerport/adapters/crypto';",
      "const database = await openSqlite({ filename: ':memory:' });",
      'await database.migrate();',
      "const ports = { storage: database.storage, clock: createSystemClock(), ids: createIdGenerator(), digester: createDigester({ pepper: 'p'.repeat(32) }), settings: { reconcileIntervalMinutes: 60, reconcileAdaptive: false }, journal: { record() {}, onStored() {} } };",
      'const core = createCore(ports);',
      "const organization = await core.access.createOrganization({ name: 'Embedder', plan: 'trial' });",
      "const { secret } = await core.access.issueKey({ organizationId: organization.id, environment: 'test', name: 'first' });",
      "const caller = await core.access.authenticate('Bearer ' + secret, ports.ids.next('req'));",
      'await database.close();',
      "console.log(caller.organizationId === organization.id ? 'same' : 'other');",
    ].join('\n');
    expect(runScript(project, script)).to.contain('same');
  });

  it('importing the core pulls in valibot, decimals and nothing else', () => {
    for (const door of ['ledgerport', 'ledgerport/schemas', 'ledgerport/ports', '@ledgerport/client']) {
      const script = [
        "import { registerHooks } from 'node:module';",
        'const seen = new Set();',
        'registerHooks({ resolve(specifier, context, next) {',
        "  if (!/^[./#]|^file:|^@?ledgerport|^node:/.test(specifier)) seen.add(specifier.split('/')[0]);",
        '  return next(specifier, context);',
        '} });',
        `await import('${door}');`,
        "console.log('packages:' + [...seen].sort().join(','));",
      ].join('\n');
      expect(runScript(project, script), door).to.match(/packages:(decimal\.js,)?(valibot)?\n/);
    }
  });
});

/** Relative links to files, without their anchors. */
function linksOf(page: string): readonly string[] {
  const links = [...page.matchAll(/\]\(([^)#\s]+)(?:#[^)]*)?\)/g)].map(([, link = '']) => link);
  return links.filter((link) => !/^[a-z]+:/.test(link));
}

/** The repository's own packages stand in for what npm would install. */
function linkPackages(into: string): void {
  mkdirSync(into, { recursive: true });
  for (const name of readdirSync('node_modules')) {
    const target = path.join(into, name);
    if (!name.startsWith('.') && !existsSync(target)) symlinkSync(path.resolve('node_modules', name), target);
  }
}

/** What the script prints in a project that lacks a package. */
function without(project: string, name: string, script: string): string {
  const link = path.join(project, 'node_modules', name);
  rmSync(link);
  try {
    return runScript(project, script);
  } finally {
    symlinkSync(path.resolve('node_modules', name), link);
  }
}

function runScript(project: string, script: string): string {
  const file = path.join(project, 'script.mjs');
  writeFileSync(file, script);
  return run(process.execPath, [file], project);
}

function run(command: string, args: readonly string[], cwd: string): string {
  const { status, stdout, stderr } = spawnSync(command, args, { cwd, encoding: 'utf8', timeout: 100_000 });
  if (status !== 0) throw new Error(`${args.join(' ')} ended with ${status}\n${stdout}\n${stderr}`);
  return stdout;
}
