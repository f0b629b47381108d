// A consent that lacks a scope: what needs it is refused by name, everything else goes on, and such connections are listed.
import { expect } from 'chai';
import { filesIn } from '../attachments/testing/files.ts';
import { drain } from '../sync/testing/syncing.ts';
import { connected, connectedWithout, write } from '../testing/connecting.ts';
import { refusalOf } from '../testing/refusal.ts';
import { givenService } from '../testing/worlds.ts';

const attachments = 'accounting.attachments';
const payments = 'accounting.payments';

describe('a scope that a customer did not grant', () => {
  const { service, tenancy } = givenService();

  const find = (id: string) => service.core.connections.find(tenancy.test, id);
  const lacking = async (missing_scope: string) =>
    (await service.core.connections.list(tenancy.test, { missing_scope })).items.map(({ id }) => id);
  async function without(...scopes: readonly string[]) {
    const tenantId = await service.newTenant();
    const fields = { external_account_id: tenantId };
    const { id } = await connectedWithout(service, tenancy.test, tenantId, scopes, fields);
    const connection = await find(id);
    const again = async () => find((await connected(service, tenancy.test, tenantId, fields)).id);
    const contact = (name: string) =>
      service.core.resources.create(tenancy.test, {
        ...{ connectionId: connection.id, type: 'contacts', write: write({ name }) },
      });
    return { connection, again, contact };
  }

  it('is told by the refusal of what needs it, and stops nothing else: neither status nor health changes', async () => {
    const { connection, again, contact } = await without(attachments);
    expect(connection.missingScopes).to.deep.equal([attachments]);
    const { value } = await contact('Supplier');
    const open = { service, caller: tenancy.test, books: { connection } };
    const files = filesIn(open, 'contacts', value.providerId);
    await service.sandbox.control('DELETE', 'requests');
    for (const refused of [await refusalOf(files.list()), await refusalOf(files.upload())]) {
      expect(refused.code).to.equal('ACTION_REQUIRED');
      expect(refused.details).to.deep.include({
        ...{ reason: 'scope_missing', connectionId: connection.id, missingScopes: [attachments] },
      });
    }
    expect(await service.calls('POST /connect/token'), 'the refusal is believed at once').to.have.length(0);
    await contact('Another supplier');
    await service.core.worker.tick();
    const { status, health } = await find(connection.id);
    expect([status, health.state]).to.deep.equal(['active', 'ok']);
    expect((await again()).missingScopes).to.deep.equal([]);
    expect((await files.upload()).resolution).to.equal('sent');
  });

  it('of one family keeps the others, and the health, as they are', async () => {
    const { connection, contact } = await without('accounting.manualjournals');
    const journals = { connectionId: connection.id, type: 'manual_journals', query: {} } as const;
    const lines = [1, -1].map((line_amount) => ({ line_amount, account_code: '970' }));
    const body = { narration: 'Pay', date: '2026-11-30', line_amount_mode: 'no_tax', lines };
    const refused = await refusalOf(service.core.resources.create(tenancy.test, { ...journals, write: write(body) }));
    expect(refused.details).to.deep.include({
      ...{ reason: 'scope_missing', missingScopes: ['accounting.manualjournals'] },
    });
    await contact('Supplier');
    await service.core.worker.tick();
    const { status, health } = await find(connection.id);
    expect([status, health.state]).to.deep.equal(['active', 'ok']);
  });

  it('is believed after one renewal of the token where the customer did grant it', async () => {
    const { connection, contact } = await without();
    const { value } = await contact('Supplier');
    const files = filesIn({ service, caller: tenancy.test, books: { connection } }, 'contacts', value.providerId);
    const refuse = (times: number) =>
      service.sandbox.control('POST', 'faults', {
        match: { path: '/api.xro/2.0/Contacts/*' },
        action: {
          status: 401,
          headers: { 'content-type': 'application/json', 'www-authenticate': 'Bearer error="insufficient_scope"' },
          body: '{"Detail":"AuthorizationUnsuccessful"}',
        },
        times,
      });
    const renewals = async () => (await service.calls('POST /connect/token')).length;
    await service.sandbox.control('DELETE', 'requests');
    await refuse(1);
    expect(await files.list()).to.deep.equal([]);
    expect(await renewals()).to.equal(1);
    await refuse(2);
    expect((await refusalOf(files.list())).details).to.deep.include({ reason: 'scope_missing' });
    expect(await renewals()).to.equal(2);
  });

  it('keeps a sync that was asked for from no other family, and is told at its end', async () => {
    const { connection, again } = await without(payments);
    await drain(service);
    const sync = async () => {
      const asked = { connectionId: connection.id, write: write({ scope: 'all' }) };
      const { value } = await service.core.connections.sync(tenancy.test, asked);
      service.advance(60);
      await drain(service);
      return service.core.operations.find(tenancy.test, value.id);
    };
    await service.sandbox.control('DELETE', 'requests');
    const failed = await sync();
    expect([failed.state, failed.error?.code, failed.error?.reason]).to.deep.equal([
      'failed',
      'ACTION_REQUIRED',
      'scope_missing',
    ]);
    const lists = (await service.calls('GET /api.xro/2.0/')).map(({ path }) => /2\.0\/(\w+)/.exec(path)?.[1]);
    expect(lists).to.include.members(['Accounts', 'Contacts', 'Invoices', 'Payments', 'Quotes', 'TaxRates', 'Items']);
    const { walks = [] } = await find(connection.id);
    const notWalked = walks.filter(({ walkedAt }) => walkedAt === null).map(({ type }) => type);
    expect(notWalked).to.deep.equal(['payments', 'prepayments', 'overpayments']);
    await again();
    expect((await sync()).state).to.equal('succeeded');
  });

  it('lists the connections in use that lack it, of this plane alone, until they are connected again', async () => {
    const one = await without(attachments);
    const both = await without(attachments, payments);
    const gone = await without(attachments);
    await service.core.connections.disconnect(tenancy.test, gone.connection.id);
    const found = await lacking(attachments);
    expect(found).to.include.members([one.connection.id, both.connection.id]).and.not.include(gone.connection.id);
    expect(await lacking(payments))
      .to.include(both.connection.id)
      .and.not.include(one.connection.id);
    const elsewhere = await service.core.connections.list(tenancy.live, { missing_scope: attachments });
    expect(elsewhere.items).to.deep.equal([]);
    await one.again();
    expect(await lacking(attachments)).not.to.include(one.connection.id);
    expect((await find(gone.connection.id)).missingScopes, 'it is not in use').to.deep.equal([]);
  });

  it('is covered by a broader scope of an older consent, and by none where the provider told no scopes', async () => {
    const { connection } = await without();
    const { storage } = service.ports;
    const keep = (scopes: readonly string[]) =>
      storage.connections.update({ ...connection, scopes, updatedAt: service.ports.clock.now() }, 'active');
    const others = ['offline_access', 'accounting.contacts', 'accounting.settings', attachments];
    await keep([...others, 'accounting.transactions', 'accounting.reports.read']);
    expect((await find(connection.id)).missingScopes).to.deep.equal([]);
    expect(await lacking(payments)).not.to.include(connection.id);
    await keep([...others, 'accounting.reports.read']);
    expect((await find(connection.id)).missingScopes).to.deep.equal([
      ...['accounting.invoices', payments, 'accounting.manualjournals', 'accounting.banktransactions'],
    ]);
    expect(await lacking(payments)).to.include(connection.id);
    await keep([]);
    expect((await find(connection.id)).missingScopes).to.deep.equal([]);
    expect(await lacking(payments)).not.to.include(connection.id);
  });

  it('must be one that consents ask for: a slip of the pen lists nobody’s connections', async () => {
    for (const scope of ['accounting.attachment', 'accounting.journals.read', '%', '"', '', 'x'.repeat(201)]) {
      const refused = await refusalOf(lacking(scope));
      expect([refused.code, refused.message.startsWith('missing_scope')], scope).to.deep.equal(['BAD_REQUEST', true]);
    }
    const { message } = await refusalOf(lacking('accounting.attachment'));
    expect(message).to.match(/did you mean accounting\.attachments\?$/);
  });
});
