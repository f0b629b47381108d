import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect } from 'chai';
import { openSqlite } from '../../adapters/knex-sqlite/index.ts';

describe('the admin commands', function () {
  this.timeout(60_000);
  const folder = mkdtempSync(path.join(tmpdir(), 'ledgerport-admin-'));
  after(() => rmSync(folder, { recursive: true }));

  const admin = (args: readonly string[], input = '') => {
    const { status, stdout, stderr } = spawnSync(process.execPath, ['hosts/admin/main.ts', ...args], {
      env: {
        PATH: process.env['PATH'],
        DATA_DIR: folder,
        NODE_COMPILE_CACHE: path.join(tmpdir(), 'ledgerport-compiled'),
      },
      input,
      encoding: 'utf8',
      timeout: 30_000,
    });
    return { status, stdout, stderr };
  };
  const json = (args: readonly string[], input = ''): Record<string, unknown> => {
    const { status, stdout, stderr } = admin([...args, '--json'], input);
    expect(status, stderr).to.equal(0);
    return JSON.parse(stdout) as Record<string, unknown>;
  };

  it('lead from an empty database to a key that is revoked', () => {
    expect(json(['migrate'])['version']).to.be.greaterThan(0);
    expect(json(['migrate'])['applied']).to.deep.equal([]);
    const organization = String(json(['org', 'create', '--name', 'Acme', '--plan', 'trial'])['organization_id']);
    const owner = ['--org', organization];
    const member = json(
      ['member', 'create', ...owner, '--email', 'Owner@Example.com', '--role', 'owner'],
      'a long password\n',
    );
    expect(member).to.include({ email: 'owner@example.com', role: 'owner' });
    const app = json(
      ['app', 'create', ...owner, '--environment', 'test', '--name', 'Own', '--client-id', 'c', '--default', 'true'],
      'client-secret\nwebhook-key\n',
    );
    expect(String(app['webhook_url'])).to.match(/\/webhooks\/ledger\/app_/);
    const key = json(['key', 'create', ...owner, '--environment', 'test', '--name', 'backend']);
    expect(String(key['secret'])).to.match(/^acct_test_[0-9A-Za-z]{38}$/);
    const listed = admin(['key', 'list', ...owner, '--json']).stdout;
    expect(listed).to.not.contain(String(key['secret']));
    expect(json(['key', 'revoke', ...owner, '--key', String(key['key_id'])])).to.include({ revoked: true });
    expect(admin(['key', 'revoke', ...owner, '--key', String(key['key_id'])]).status).to.equal(1);
    expect(admin(['doctor']).stdout).to.contain('schema version');
  });

  it('are in the audit log of their organization, without anything secret', async () => {
    const database = await openSqlite({ filename: path.join(folder, 'ledgerport.db') });
    const entries = await database.knex<Record<string, unknown>>('audit_entries').select().orderBy('at');
    await database.close();
    expect(entries.map(({ actor, action }) => `${actor} ${action}`)).to.have.members([
      'operator organization.created',
      'operator member.created',
      'operator provider_app.registered',
      'operator api_key.created',
      'operator api_key.revoked',
    ]);
    expect(new Set(entries.map(({ organization_id }) => organization_id)).size).to.equal(1);
    expect(JSON.stringify(entries)).not.to.match(/acct_test_|client-secret|webhook-key|a long password/);
  });

  it('refuse a short password', () => {
    const { status, stderr } = admin(
      ['member', 'create', '--org', 'org_x', '--email', 'a@b.c', '--role', 'owner'],
      'short\n',
    );
    expect([status, stderr.trim()]).to.deep.equal([1, 'the password must have at least 12 characters']);
  });

  it('say in one line what is wrong', () => {
    const wrong: readonly (readonly [readonly string[], RegExp])[] = [
      [['nonsense'], /^usage: npm run admin/],
      [['org', 'create', '--plan', 'trial'], /needs --name/],
      [['org', 'create', '--name', 'A', '--plan', 'gold'], /--plan must be one of trial, paid/],
      [['key', 'create', '--org', 'org_x', '--environment', 'test', '--name', 'k'], /organization not found/],
      [
        ['member', 'create', '--org', 'org_x', '--email', 'a@b.c', '--role', 'owner'],
        /standard input must hold 1 line/,
      ],
      [['key', 'list', '--unknown', 'x'], /Unknown option/],
    ];
    for (const [args, expected] of wrong) {
      const { status, stdout, stderr } = admin(args);
      expect([status, stdout], args.join(' ')).to.deep.equal([1, '']);
      expect(stderr).to.match(expected);
      expect(stderr).to.not.contain('    at ');
    }
  });
});
