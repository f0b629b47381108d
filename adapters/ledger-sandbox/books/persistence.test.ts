import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { type Drive, driveSandbox } from '../drive-sandbox.test.ts';
import { createSandboxLedger } from '../sandbox-ledger.ts';

describe('sandbox persistence', () => {
  let dataDir: string;
  let drive: Drive;
  beforeEach(async () => {
    dataDir = mkdtempSync(join(tmpdir(), 'sandbox-books-'));
    drive = await driveSandbox({ dataDir });
  });
  afterEach(() => {
    drive.close();
    rmSync(dataDir, { recursive: true });
  });

  /** Opens a copy of the files without closing anything, as after a kill. */
  async function afterCrash<T>(
    use: (
      call: (
        method: string,
        path: string,
        sent?: unknown,
        headers?: object,
      ) => Promise<{ status: number; text: string }>,
    ) => Promise<T>,
  ): Promise<T> {
    const copy = mkdtempSync(join(tmpdir(), 'sandbox-crash-'));
    cpSync(dataDir, copy, { recursive: true });
    const again = createSandboxLedger({ dataDir: copy, baseUrl: 'http://ledger.test' });
    const authorization = `Bearer ${drive.tokens['access_token']}`;
    const common = { authorization, 'ledger-tenant-id': drive.tenantId, accept: 'application/json' };
    try {
      return await use(async (method, path, sent, headers) => {
        const body = Buffer.from(sent === undefined ? '' : JSON.stringify(sent));
        const response = await again.handle({
          method,
          path,
          headers: { ...common, 'content-type': 'application/json', ...headers },
          body,
        });
        if ('dropped' in response) throw new Error('dropped');
        return { status: response.status, text: Buffer.from(response.body).toString('utf8') };
      });
    } finally {
      again.close();
      rmSync(copy, { recursive: true });
    }
  }

  it('has after a crash every document, token, connection, number and kept answer that was answered for', async () => {
    const body = { Type: 'ACCREC', Contact: { Name: 'City Power' }, LineItems: [{ Description: 'x', UnitAmount: 1 }] };
    const made = await drive.api('PUT', 'Invoices', body, { 'idempotency-key': 'k1' });
    const invoice = made.json['Invoices']?.[0] ?? {};
    await drive.control('POST', 'clock', { advance_seconds: 100 });
    await afterCrash(async (call) => {
      const read = await call('GET', `/api.xro/2.0/Invoices/${invoice['InvoiceID']}`);
      expect(read.status).to.equal(200);
      expect(read.text).to.include(`"UpdatedDateUTC":"${invoice['UpdatedDateUTC']}"`);
      const replay = await call('PUT', '/api.xro/2.0/Invoices', body, { 'idempotency-key': 'k1' });
      expect(replay.text).to.equal(made.text);
      const next = JSON.parse((await call('PUT', '/api.xro/2.0/Invoices', body)).text).Invoices[0];
      expect(next.InvoiceNumber).to.equal(
        `INV-${String(Number(String(invoice['InvoiceNumber']).slice(4)) + 1).padStart(4, '0')}`,
      );
      const stamp = Number(/\d+/.exec(next.UpdatedDateUTC)?.[0]);
      expect(stamp - Date.now()).to.be.within(90_000, 110_000);
    });
  });

  it('does not seed twice, and forgets what was reset', async () => {
    await drive.api('PUT', 'Contacts', { Name: 'Kept Ltd' });
    const count = () =>
      afterCrash(
        async (call) => JSON.parse((await call('GET', `/_sandbox/books?tenant_id=${drive.tenantId}`)).text).Contacts,
      );
    expect(await count()).to.equal(5);
    await drive.control('DELETE', 'state');
    expect(await count()).to.equal(4);
  });

  it('refuses books that someone else has open', () => {
    expect(() => createSandboxLedger({ dataDir })).to.throw('in use by another process');
  });

  it('says which books cannot be opened', () => {
    const damaged = join(dataDir, 'damaged');
    mkdirSync(damaged);
    writeFileSync(join(damaged, 'books.db'), 'no database '.repeat(100));
    expect(() => createSandboxLedger({ dataDir: damaged })).to.throw(`books in ${damaged} cannot be opened: `);
  });
});
