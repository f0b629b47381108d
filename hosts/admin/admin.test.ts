import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect } from 'chai';
import type { OrganizationId } from '#core';
import { openSqlite } from '../../adapters/knex-sqlite/index.ts';
import { sampleAlertDestination } from '../../contract-tests/sample-people.ts';
import { sampleConnection, sampleEndpoint } from '../../contract-tests/samples.ts';
import { freshDatabase } from '../../tests/walk/fleet.ts';
import { freePort, hostFile, runCommand } from '../../tests/walk/processes.ts';
import { describePostgres } from '../../tools/test-setup.ts';
import { run } from '../cli/run.ts';

describe('the admin commands', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'ledgerport-admin-'));
  after(() => {
    process.umask(umask);
    rmSync(folder, { recursive: true });
  });

  const env = { DATA_DIR: folder, NODE_COMPILE_CACHE: path.join(tmpdir(), 'ledgerport-compiled') };
  const umask = process.umask();
  let organization = '';
  /**
   * Runs the command in a process of its own where it reads standard input or sets its exit code, else in this process.
   */
  const admin = async (args: readonly string[], input?: string, more: Record<string, string> = {}) => {
    if (input !== undefined) {
      return spawnSync(process.execPath, [hostFile('hosts/admin/main.ts'), ...args], {
        env: { PATH: process.env['PATH'], ...env, ...more },
        input,
        encoding: 'utf8',
        timeout: 120_000,
      });
    }
    const [stdout, stderr]: string[][] = [[], []];
    const status = await run(['admin', ...args], {
      env: { ...env, ...more },
      out: (text) => void stdout?.push(`${text}\n`),
      err: (text) => void stderr?.push(`${text}\n`),
      untilStopped: () => AbortSignal.abort(),
    });
    return { status, stdout: stdout?.join('') ?? '', stderr: stderr?.join('') ?? '' };
  };
  const json = async (args: readonly string[], input?: string): Promise<Record<string, unknown>> => {
    const { status, stdout, stderr } = await admin([...args, '--json'], input);
    expect(status, stderr).to.equal(0);
    return JSON.parse(stdout) as Record<string, unknown>;
  };

  it('doctor makes nothing where nothing is', async () => {
    const nowhere = path.join(folder, 'nowhere');
    const { status, stdout } = await admin(['doctor'], '', { DATA_DIR: nowhere });
    expect(stdout).to.contain(`there is no ${path.join(nowhere, 'ledgerport.db')} yet`);
    expect([status, existsSync(nowhere)]).to.deep.equal([1, false]);
    expect(stdout.match(/there is no /g), stdout).to.have.length(1);
    expect(stdout).to.contain('check: clock\nok: false\ndetail: not checked: the check needs the database');
  });

  it('lead from an empty database to a key that is revoked', async () => {
    expect((await json(['migrate']))['version']).to.be.greaterThan(0);
    expect((await admin(['database', 'accept'])).stderr).to.match(/nothing is to be accepted.*--restored-to/);
    for (const time of ['yesterday', '2026-02-30T00:00:00Z', '9999-01-01T00:00:00Z']) {
      expect((await admin(['database', 'accept', '--restored-to', time])).status, time).to.equal(2);
    }
    expect(await json(['database', 'accept', '--restored-to', '2026-01-31T03:00:00+01:00'])).to.include({
      ...{ accepted: true, held_until: '2026-01-31T02:00:00.000Z', sequences_ahead: 1_000_000 },
    });
    expect((await json(['migrate']))['applied']).to.deep.equal([]);
    organization = String((await json(['org', 'create', '--name', 'Acme', '--plan', 'trial']))['organization_id']);
    const owner = ['--org', organization];
    const member = await json(
      ['member', 'create', ...owner, '--email', 'Ow\u00f6ner@Example.com', '--role', 'owner'],
      'a long password\n',
    );
    expect(member).to.include({ email: 'ow\u00f6ner@example.com', role: 'owner' });
    const members = (await json(['member', 'list', ...owner])) as unknown as readonly unknown[];
    expect(members).to.have.length(1);
    expect(members[0]).to.deep.include({ ...member, temporary_password_until: null });
    const reset = await json(['member', 'reset', ...owner, '--email', 'OWO\u0308NER@example.com']);
    expect(reset).to.include({ member_id: member['member_id'], email: 'ow\u00f6ner@example.com' });
    expect(String(reset['temporary_password'])).to.match(/^([a-z2-9]{5}-){5}[a-z2-9]{5}$/);
    expect(Date.parse(String(reset['temporary_password_until']))).to.be.greaterThan(Date.now() + 71 * 3_600_000);
    const app = await json(
      ['app', 'create', ...owner, '--environment', 'test', '--name', 'Own', '--client-id', 'c', '--default', 'true'],
      'client-secret\nwebhook-key\n',
    );
    expect(String(app['webhook_url'])).to.match(/\/webhooks\/ledger\/app_/);
    const key = await json([
      'key',
      'create',
      ...owner,
      '--environment',
      'test',
      '--name',
      'backend',
      '--scopes',
      'read',
    ]);
    expect(key['scopes']).to.deep.equal(['read']);
    expect(String(key['secret'])).to.match(/^acct_test_[0-9A-Za-z]{38}$/);
    const { stdout: listed } = await admin(['key', 'list', ...owner, '--json']);
    expect(listed).to.not.contain(String(key['secret']));
    expect(await json(['key', 'revoke', ...owner, '--key', String(key['key_id'])])).to.include({ revoked: true });
    expect((await admin(['key', 'revoke', ...owner, '--key', String(key['key_id'])])).status).to.equal(1);
    expect((await admin(['doctor'], '')).stdout).to.contain('schema version');
  });

  it('are in the audit log of their organization, without anything secret', async () => {
    const database = await openSqlite({ filename: path.join(folder, 'ledgerport.db') });
    const entries = await database.knex<Record<string, unknown>>('audit_entries').select().orderBy('at');
    await database.close();
    expect(entries.map(({ actor, action }) => `${actor} ${action}`)).to.have.members([
      'operator organization.created',
      'operator member.created',
      'operator member.password_reset',
      'operator provider_app.registered',
      'operator api_key.created',
      'operator api_key.revoked',
    ]);
    expect(new Set(entries.map(({ organization_id }) => organization_id)).size).to.equal(1);
    expect(JSON.stringify(entries)).not.to.match(/acct_test_|client-secret|webhook-key|a long password/);
  });

  it('list organizations by age, from behind a given one on', async () => {
    const second = (await json(['org', 'create', '--name', 'Second', '--plan', 'paid']))['organization_id'];
    const listed = (await json(['org', 'list'])) as unknown as readonly Record<string, unknown>[];
    expect(listed.map(({ name, plan }) => [name, plan])).to.deep.equal([
      ['Acme', 'trial'],
      ['Second', 'paid'],
    ]);
    const rest = (await json(['org', 'list', '--after', organization])) as unknown as readonly Record<
      string,
      unknown
    >[];
    expect(rest.map(({ organization_id }) => organization_id)).to.deep.equal([second]);
  });

  it('list organizations as a table, and give one another name, plan and limit of connections', async () => {
    const [first = '', ...rows] = (await admin(['org', 'list'])).stdout.trimEnd().split('\n');
    expect(first).to.match(/^organization_id +name +plan +connections +connection_limit +created_at$/);
    expect(rows.map((row) => row.split(/ {2,}/).slice(1, 5))).to.deep.equal([
      ['Acme', 'trial', '0', '3'],
      ['Second', 'paid', '0', 'none'],
    ]);
    for (const at of ['name', 'created_at'].map((name) => first.indexOf(name))) {
      for (const row of rows) expect(row.slice(at - 2, at + 1), row).to.match(/^ {2}\S$/);
    }
    const update = (...more: string[]) => json(['org', 'update', '--org', organization, ...more]);
    expect(await update('--plan', 'paid')).to.include({ plan: 'paid', connection_limit: null });
    expect(await update('--connections', '250', '--name', 'Acme Ltd')).to.deep.equal({
      ...{ organization_id: organization, name: 'Acme Ltd' },
      ...{ plan: 'paid', connections: 0, connection_limit: 250 },
    });
    expect(await update('--plan', 'trial')).to.include({ plan: 'trial', connection_limit: 250 });
    expect(await update('--connections', 'none')).to.include({ connection_limit: null });
    const made = await json(['org', 'create', '--name', 'Third', '--plan', 'trial', '--connections', '7']);
    expect(made).to.include({ connection_limit: 7 });
    expect(await update('--connections', '3', '--name', 'Acme')).to.include({ connection_limit: 3 });
  });

  it('make keys for some connections and a while; list and end connections; list apps and endpoints', async () => {
    const own = ['--org', organization];
    const plane = { organizationId: organization as OrganizationId, environment: 'test' } as const;
    const sampled = {
      providerConnectionId: null,
      externalAccountId: 'customer 1',
      providerTenantName: 'A\u001b[2J\nB',
    };
    const [connection, endpoint] = [sampleConnection(plane, sampled), sampleEndpoint(plane)];
    const database = await openSqlite({ filename: path.join(folder, 'ledgerport.db') });
    await database.storage.connections.insert(connection);
    await database.storage.webhookEndpoints.insert(endpoint);
    await database.close();

    const wanted = ['--environment', 'test', '--name', 'k', '--connections', connection.id, '--expires', '90d'];
    const key = await json(['key', 'create', ...own, ...wanted]);
    expect(key['connection_ids']).to.deep.equal([connection.id]);
    const days = (Date.parse(String(key['expires_at'])) - Date.now()) / 86_400_000;
    expect(days).to.be.within(89.9, 90.1);
    expect((await admin(['key', 'list', ...own])).stdout).to.contain(`${connection.id}  `);

    const listed = (await json(['connection', 'list', ...own])) as unknown as readonly Record<string, unknown>[];
    expect(listed).to.have.length(1);
    expect(listed[0]).to.include({ connection_id: connection.id, environment: 'test', status: 'active' });
    const { stdout: shown } = await admin(['connection', 'list', ...own]);
    expect(shown).to.contain('A\\u001b[2J B').and.not.contain('\u001b');
    expect(shown.trimEnd().split('\n')).to.have.length(2);
    expect((await admin(['connection', 'list', ...own, '--environment', 'live'])).stderr).to.equal('There is none.\n');
    expect((await admin(['endpoint', 'list', ...own])).stdout)
      .to.contain(endpoint.url)
      .and.not.contain('whsec');
    const { stdout: apps } = await admin(['app', 'list', ...own]);
    expect(apps).to.match(/^provider_app_id +name .*\napp_\w+ +Own +test +ledger +verified +true +c /);

    const end = ['connection', 'disconnect', '--connection', connection.id];
    expect(await json(end)).to.deep.equal({
      ...{ connection_id: connection.id, status: 'disconnected', external_account_id: 'customer 1' },
    });
    expect(await json(end), 'again').to.include({ status: 'disconnected' });
  });

  it('list where alerts go, and say why a test of one was not sent; both leave an entry', async () => {
    const database = await openSqlite({ filename: path.join(folder, 'ledgerport.db') });
    const destination = sampleAlertDestination(organization as OrganizationId, { address: 'oncall@example.com' });
    await database.storage.alertDestinations.insert(destination);
    const list = () => json(['alert', 'list', '--org', organization]) as unknown as Promise<Record<string, unknown>[]>;
    expect((await list())[0]).to.include({ alert_id: destination.id, address: 'oncall@example.com', last_error: null });
    const { status, stderr } = await admin(['alert', 'test', '--org', organization, '--alert', destination.id]);
    expect([status, stderr]).to.satisfy(([, text]: [number, string]) => /the test was not sent: .*SMTP_URL/.test(text));
    expect(status).to.equal(1);
    expect((await list())[0]?.['last_error']).to.match(/SMTP_URL/);
    const { items } = await database.storage.audit.list(organization as OrganizationId, { limit: 1, page: 1 });
    expect(items[0]).to.include({ action: 'alert.tested', actor: 'operator', subject: destination.id });
    await database.close();
  });

  it('take a member’s access away, but not the last owner’s', async () => {
    const own = ['--org', organization];
    const second = ['--email', 'second@example.com'];
    await json(['member', 'create', ...own, ...second, '--role', 'viewer'], 'a long password\n');
    expect(await json(['member', 'remove', ...own, ...second])).to.include({ removed: true });
    expect((await admin(['member', 'remove', ...own, ...second])).stderr).to.match(/--email: no member/);
    const last = await admin(['member', 'remove', ...own, '--email', 'ow\u00f6ner@example.com']);
    expect([last.status, last.stderr]).to.deep.equal([1, 'ledgerport: an organization keeps at least one owner\n']);
  });

  it('print help where it is asked for, and name an unknown command beside all that are known', async () => {
    const all = await admin(['--help'], '');
    expect([all.status, all.stderr]).to.deep.equal([0, '']);
    for (const command of ['migrate', 'doctor', 'org list', 'member reset', 'secrets rotate']) {
      expect(all.stdout).to.match(new RegExp(`^  ${command} +\\w`, 'm'));
    }
    const one = await admin(['member', 'reset', '--help']);
    expect([one.status, one.stderr]).to.deep.equal([0, '']);
    expect(one.stdout).to.contain('ledgerport admin member reset [options]').and.contain('--email <address>');
    const see = 'See "ledgerport admin --help".\n';
    for (const [args, what] of [
      [['key', 'destroy', '--help'], `ledgerport: unknown command key destroy\n${see}`],
      [['constructor'], `ledgerport: unknown command constructor\n${see}`],
      [[], all.stdout],
    ] as const) {
      const { status, stdout, stderr } = await admin(args, '');
      expect([status, stdout, stderr], what).to.deep.equal([2, '', what]);
    }
  });

  it('print nothing but JSON when they are run as the README says', () => {
    const line = readFileSync('README.md', 'utf8')
      .split('\n')
      .find((one) => one.includes('--json') && one.includes(' key list '));
    const command = (line ?? 'the README does not list keys').replace(/org_…/, organization).replace(/ #.*/, '');
    const { status, stdout } = spawnSync(command, { shell: true, env: { ...process.env, ...env }, encoding: 'utf8' });
    expect(status).to.equal(0);
    expect(JSON.parse(stdout)).to.have.length(2);
  });

  it('name the variable of a database that does not answer, and no password', async () => {
    const port = await freePort();
    for (const args of [['org', 'list'], ['migrate']]) {
      const { status, stderr } = await admin(args, undefined, {
        DATABASE_URL: `postgres://u:hushhush@127.0.0.1:${port}/d`,
      });
      expect(status).to.equal(1);
      expect(stderr).to.match(/^ledgerport: DATABASE_URL \(postgres:\/\/127\.0\.0\.1:\d+\/d\): connect ECONNREFUSED/);
      expect(stderr).not.to.contain('hushhush');
    }
  });

  it('show nothing of an address that ends within a password', async () => {
    const port = await freePort();
    for (const url of [`postgres://hush:${port}`, `postgres://hush:${port}/d`, `postgres://hush@127.0.0.1:${port}/d`]) {
      for (const args of [['doctor'], ['org', 'list']]) {
        const { stdout, stderr } = await admin(args, undefined, { DATABASE_URL: url });
        expect(stdout + stderr, url).to.contain('DATABASE_URL (postgres://');
        expect(stdout + stderr, url).not.to.contain('hush');
      }
    }
  });

  it('say in one line what is wrong', async () => {
    const [failed, misunderstood] = [1, 2];
    const owner = ['--org', organization, '--email', 'a@b.c', '--role', 'owner'];
    const wrong: readonly (readonly [readonly string[], RegExp, number?, string?])[] = [
      [['org', 'create', '--plan', 'trial'], /--name <text> is missing\n.*org create --help/, misunderstood],
      [['org', 'create', '--name', 'A', '--plan', 'gold'], /--plan must be one of trial, paid/, misunderstood],
      ...[
        ['key', 'create', '--environment', 'test', '--name', 'k'],
        ['member', 'list'],
      ].map((args) => [[...args, '--org', 'org_x'], /^ledgerport: --org: there is no organization org_x;/] as const),
      [
        ['member', 'reset', '--org', organization, '--email', 'x@y.z'],
        /^ledgerport: --email: no member of org_\w+ has the address x@y\.z/,
      ],
      [['member', 'create', ...owner], /standard input must hold 1 line/, failed, ''],
      [
        ['member', 'create', ...owner],
        /^ledgerport: the password must have at least 12 characters\n$/,
        failed,
        'short\n',
      ],
      [
        ['key', 'create', '--org', organization, '--environment', 'test', '--name', 'k', '--scopes', 'read,all'],
        /^ledgerport: --scopes: each is one of read, write, automate, admin, provider, once/,
      ],
      [['org', 'update', '--org', organization], /name what to change: --name, --plan, --connections\n/, misunderstood],
      ...['-1', '1.5', '1000001', 'all', '1e3'].map(
        (limit) =>
          [
            ['org', 'update', '--org', organization, `--connections=${limit}`],
            /--connections must be a whole number up to 1000000, or none\n/,
            misunderstood,
          ] as const,
      ),
      ...['tomorrow', '2030-01-31', '90', '-1d'].map(
        (end) =>
          [
            ['key', 'create', '--org', organization, '--environment', 'test', '--name', 'k', `--expires=${end}`],
            /--expires must be a number of days, such as 90d, or a time/,
            misunderstood,
          ] as const,
      ),
      [
        ['key', 'create', '--org', organization, '--environment', 'test', '--name', 'k', '--expires', '0d'],
        /^ledgerport: expires_at: must be in the future\n$/,
      ],
      [
        ['key', 'create', '--org', organization, '--environment', 'live', '--name', 'k', '--connections', 'conn_x'],
        /^ledgerport: connection_ids\[0\]: is no connection in live\n$/,
      ],
      [
        ['connection', 'disconnect', '--connection', 'conn_x'],
        /^ledgerport: --connection: there is no connection conn_x;/,
      ],
      [['key', 'list', '--ogr', 'x'], /unknown option --ogr; did you mean --org\?/, misunderstood],
      [
        ['app', 'create', '--environment', 'test', '--name', 'A', '--client-id', 'c', '--default', 'yes'],
        /--default must be one of true, false/,
        misunderstood,
      ],
    ];
    for (const [args, expected, code = failed, input] of wrong) {
      const { status, stdout, stderr } = await admin(args, input);
      expect([status, stdout], args.join(' ')).to.deep.equal([code, '']);
      expect(stderr).to.match(expected);
      expect(stderr).to.not.contain('    at ');
    }
  });
});

describePostgres('the command doctor on PostgreSQL', () => {
  const env = { DATA_DIR: mkdtempSync(path.join(tmpdir(), 'ledgerport-doctor-')), DATABASE_URL: '' };
  before(async () => {
    env.DATABASE_URL = await freshDatabase();
    runCommand('hosts/admin/main.ts', ['migrate'], env);
  });
  after(() => rmSync(env.DATA_DIR, { recursive: true }));

  it('takes the clock that hosts take, and finds the one with which they do not start', () => {
    expect(runCommand('hosts/admin/main.ts', ['doctor'], env)).to.contain('schema version');
    const doctor = () => runCommand('hosts/admin/main.ts', ['doctor'], { ...env, TEST_CLOCK_OFFSET_SECONDS: '60' });
    expect(doctor).to.throw(/the clock is off: .* set both by NTP/);
  });
});
