// Programs that use the package as a stranger does: those of its documents, the examples, and embedders.
import { spawn } from 'node:child_process';
import { cpSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'chai';
import { programsOf } from '../tests/guides/guide.ts';
import { freePort } from '../tests/walk/processes.ts';
import { examplesWork, ownAdapters, programs, writeProgram } from './testing/examples.ts';
import { compiler, type PackedProject, packedProject, run, runScript } from './testing/packed-project.ts';
import { until } from './testing/until.ts';

const pepper = 'p'.repeat(32);
const prints: Readonly<Record<string, RegExp>> = {
  'README.md': /Harbour Tools is con_/,
  'docs/another-ledger.md': /S-0002 is AUTHORISED over 7\.5/,
};
const secrets = { apiKeyPepper: pepper, sessionSecret: pepper, encryptionKeys: `k:${btoa(pepper)}` };

describe('a program with the package', () => {
  let { project, stage }: PackedProject = { project: '', stage: '', home: '' };
  before(() => {
    ({ project, stage } = packedProject());
    cpSync('examples/another-ledger', path.join(project, 'another-ledger'), { recursive: true });
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
        const said = prints[page] ?? /verified invoice\.paid/;
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

  it('runs the core and a storage contract from there', () => {
    const script = [
      "import { createCore } from 'ledgerport';",
      "import { openSqlite } from 'ledgerport/adapters/knex-sqlite';",
      "import { createSystemClock, createIdGenerator } from 'ledgerport/adapters/system';",
      "import { createDigester } from 'ledgerport/adapters/crypto';",
      "import { createLedgerProvider, sandboxProfile } from 'ledgerport/adapters/ledger-http';",
      'const clock = createSystemClock();',
      "const ledger = createLedgerProvider({ profile: sandboxProfile('http://localhost:1'), clock });",
      "const database = await openSqlite({ filename: ':memory:' });",
      'await database.migrate();',
      "const ports = { storage: database.storage, providers: { ledger }, clock, ids: createIdGenerator(), digester: createDigester({ pepper: 'p'.repeat(32) }), settings: { reconcileIntervalMinutes: 60, reconcileAdaptive: false }, journal: { record() {}, onStored() {} } };",
      'const core = createCore(ports);',
      "const organization = await core.access.createOrganization({ name: 'Embedder', plan: 'trial' });",
      "const { secret } = await core.access.issueKey({ organizationId: organization.id, environment: 'test', name: 'first' });",
      "const caller = await core.access.authenticate('Bearer ' + secret, ports.ids.next('req'));",
      'await database.close();',
      "console.log(caller.organizationId === organization.id ? 'same' : 'other');",
    ].join('\n');
    expect(runScript(project, script)).to.contain('same');
  });
});

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
