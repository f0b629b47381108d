// The package as a stranger gets it: built, packed, unpacked into an empty project, used from there.
import { spawnSync } from 'node:child_process';
import {
  existsSync,
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

interface Manifest {
  readonly exports: Readonly<Record<string, { readonly types: string; readonly default: string }>>;
  readonly dependencies: Readonly<Record<string, string>>;
  readonly peerDependencies: Readonly<Record<string, string>>;
}

const manifest = JSON.parse(readFileSync('package.json', 'utf8')) as Manifest;

describe('the package', () => {
  let project: string;

  before(() => {
    project = mkdtempSync(path.join(tmpdir(), 'ledgerport-package-'));
    run(process.execPath, ['tools/build.ts', path.join(project, 'dist')], process.cwd());
    const home = path.join(project, 'node_modules', 'ledgerport');
    mkdirSync(home, { recursive: true });
    writeFileSync(path.join(home, 'package.json'), readFileSync('package.json'));
    symlinkSync(path.join(project, 'dist'), path.join(home, 'dist'));
    linkPackages(path.join(project, 'node_modules'));
    linkPackages(path.join(project, 'dist', 'node_modules'));
    writeFileSync(path.join(project, 'package.json'), '{ "type": "module" }\n');
  });

  after(() => rmSync(project, { recursive: true, force: true }));

  it('builds every front door that it promises, with types', () => {
    const home = path.join(project, 'node_modules', 'ledgerport');
    const missing = Object.values(manifest.exports)
      .flatMap((door) => [door.types, door.default])
      .filter((file) => !existsSync(path.join(home, file)));
    expect(missing).to.deep.equal([]);
  });

  it('opens every front door and no other', () => {
    const doors = Object.keys(manifest.exports).map((door) => door.replace(/^\./, 'ledgerport'));
    const script = [
      `for (const door of ${JSON.stringify(doors)}) {`,
      '  const found = Object.keys(await import(door));',
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
      "const ports = { storage: database.storage, clock: createSystemClock(), ids: createIdGenerator(), digester: createDigester({ pepper: 'p'.repeat(32) }), settings: { reconcileIntervalMinutes: 60, reconcileAdaptive: false } };",
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
    const script = [
      "import { registerHooks } from 'node:module';",
      'const seen = new Set();',
      'registerHooks({ resolve(specifier, context, next) {',
      "  if (!/^[./#]|^file:|^ledgerport/.test(specifier)) seen.add(specifier.split('/')[0]);",
      '  return next(specifier, context);',
      '} });',
      "await import('ledgerport');",
      "console.log('packages:' + [...seen].sort().join(','));",
    ].join('\n');
    expect(runScript(project, script)).to.match(/packages:(decimal\.js,)?valibot\n/);
  });
});

/** The repository's own packages stand in for what npm would install. */
function linkPackages(into: string): void {
  mkdirSync(into, { recursive: true });
  for (const name of readdirSync('node_modules')) {
    const target = path.join(into, name);
    if (!name.startsWith('.') && !existsSync(target)) symlinkSync(path.resolve('node_modules', name), target);
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
