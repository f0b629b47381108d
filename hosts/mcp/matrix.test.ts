// Every tool × every kind of wrong caller, made from the declarations: each is refused, nothing is written, and nothing of
// another organization, environment or company stands in an answer.
import { expect } from 'chai';
import { agentTools, type Caller, type JsonObject, type KeyScope, type ToolName } from '#core';
import { drain } from '../../core/use-cases/sync/testing/syncing.ts';
import { connected, write } from '../../core/use-cases/testing/connecting.ts';
import { keptRows } from '../koa/testing/kept-rows.ts';
import { type ServedMcp, serveMcp } from './testing/served-mcp.ts';
import { listedTools } from './tools.ts';

/** In every text of what others have. */
const canary = 'CANARY-7731';

const toolNames = listedTools().map(({ name }) => name);

interface Company {
  readonly connection_id: string;
  readonly invoice: string;
  readonly operation: string;
}

describe('the matrix of tools and wrong callers', () => {
  let service: ServedMcp;
  let own: Company;
  let foreign: Readonly<Record<string, Company>>;
  let other: Caller;

  before(async () => {
    service = await serveMcp();
    const outside = await service.newOrganization();
    other = outside.test;
    own = await company(service.plane, 'Own Ltd');
    foreign = {
      'another organization': await company(outside.test, `${canary} Ltd`),
      'the same organization': await company(service.plane, `${canary} Sisters`),
    };
    await service.sandbox.control('DELETE', 'requests');
  });
  after(() => service.close());

  async function company(caller: Caller, name: string): Promise<Company> {
    const fields = { external_account_id: name };
    const { id } = await connected(service, caller, await service.newTenant(name), fields);
    const asked = (type: string, body: JsonObject) => ({
      connectionId: id,
      type: type as 'contacts',
      write: write(body),
    });
    const contact = (await service.core.records.create(caller, asked('contacts', { name: `${name} customer` })))
      .value as JsonObject;
    const line_items = [{ description: name, quantity: 1, unit_amount: 10, account_code: '200' }];
    const body = { contact_id: String(contact['id']), external_reference: name, line_items };
    const invoice = (await service.core.records.create(caller, asked('invoices', body))).value as JsonObject;
    await drain(service);
    const { items } = await service.core.operations.list(caller, { connection_id: id });
    return { connection_id: id, invoice: String(invoice['id']), operation: String(items[0]?.id) };
  }

  /** Arguments that a right caller could send, about this company: of each argument that is required, and of ids. */
  function argumentsOf(name: ToolName, of: Company): JsonObject {
    const tool = listedTools().find((one) => one.name === name);
    const { properties = {}, required = [] } = (tool?.inputSchema ?? {}) as unknown as {
      properties: JsonObject;
      required: string[];
    };
    const samples: JsonObject = {
      ...{ connection_id: of.connection_id, company_name: canary, id: of.invoice, invoice_id: of.invoice },
      ...{
        operation_id: of.operation,
        type: name === 'create_many' ? 'contacts' : name === 'get_record' ? 'invoices' : 'receivable',
      },
      ...{
        of: 'invoices',
        reason: 'x',
        amount: 1,
        account_code: '090',
        request_ref: `matrix ${name}`,
        name: 'Somebody',
      },
      ...{ recipe: 'invoice.record_payment', input: { invoice_id: of.invoice, amount: 1, account_code: '090' } },
      ...{ contact_id: 'con_x', issue_date: '2030-01-01', email: 'x@example.com', expiry_date: '2030-01-02' },
      line_items: [{ description: 'x', quantity: 1, unit_amount: 1 }],
      items: [
        { item_key: 'a', name: 'A' },
        { item_key: 'b', name: 'B' },
      ],
    };
    const names = [...required, ...(/^update_/.test(name) ? [name === 'update_contact' ? 'email' : 'issue_date'] : [])];
    return Object.fromEntries(
      names.filter((one) => one in properties).map((one) => [one, samples[one] ?? 'x']),
    ) as JsonObject;
  }

  /** Makes the calls, and finds that each was refused, that no canary came back and that nothing was kept or sent. */
  async function refusesAll(secret: string, of: Company, names: readonly ToolName[], reasons: RegExp): Promise<void> {
    const before = await keptRows(service.database);
    for (const name of names) {
      const { isError, data, text } = await service.tool(secret, name, argumentsOf(name, of));
      expect(isError, `${name}: ${text}`).to.equal(true);
      const { code, reason = '', written } = data['error'] as { code: string; reason?: string; written: string };
      expect(`${code} ${reason}`, `${name}: ${text}`).to.match(reasons);
      expect(written, name).to.equal('no');
      expect(text, name).not.to.include(canary);
    }
    expect(await keptRows(service.database)).to.deep.equal(before);
    expect(await service.calls('')).to.deep.equal([]);
  }

  const about = (names: readonly ToolName[]) =>
    names.filter((name) => name !== 'list_companies' && name !== 'describe_fields');

  it('refuses the companies of others as if they were not there, to a key of all and to one of a company', async () => {
    const all = await service.agentKey();
    await refusesAll(all, foreign['another organization'] as Company, about(toolNames), /^NOT_FOUND/);
    const restricted = await service.agentKey({ connectionIds: [own.connection_id] });
    for (const of of Object.values(foreign)) await refusesAll(restricted, of, about(toolNames), /^NOT_FOUND/);
  });

  it('refuses what belongs to another company than the one that is named', async () => {
    const all = await service.agentKey();
    const sister = foreign['the same organization'] as Company;
    const mixed = { ...sister, connection_id: own.connection_id };
    const byOperation: readonly ToolName[] = ['get_operation', 'cancel_operation'];
    await refusesAll(all, mixed, byOperation, /^(NOT_FOUND|BAD_REQUEST)/);
  });

  it('refuses the other environment', async () => {
    const live = await service.agentKey({ environment: 'live' });
    await refusesAll(live, own, about(toolNames), /^NOT_FOUND/);
  });

  it('refuses every tool to a key without its scope', async () => {
    const scopes: readonly KeyScope[] = ['read', 'write', 'automate'];
    for (const lacking of scopes) {
      const secret = await service.agentKey({ scopes: scopes.filter((one) => one !== lacking) });
      const names = toolNames.filter((name) => agentTools[name].scope === lacking);
      expect(names.length).to.be.greaterThan(0);
      await refusesAll(secret, own, names, /^FORBIDDEN no_such_tool$/);
    }
  });

  it('refuses every tool that is not in the key’s list', async () => {
    for (const [i, name] of toolNames.entries()) {
      if (i % 7 !== 0) continue;
      const secret = await service.agentKey({ tools: [name] });
      await refusesAll(
        secret,
        own,
        toolNames.filter((one) => one !== name),
        /^FORBIDDEN no_such_tool$/,
      );
    }
  });

  it('refuses keys that have expired or were revoked, and keys of another kind, before any tool', async () => {
    const { organizationId, environment } = service.plane;
    const plane = { organizationId, environment, name: 'agent' };
    const revoked = await service.core.access.issueKey({ ...plane, kind: 'agent' });
    await service.core.access.revokeKey(organizationId, revoked.key.id);
    const expired = await service.core.access.issueKey({ ...plane, kind: 'agent' });
    const past = { expires_at: new Date(Date.now() - 1000).toISOString() };
    await service.database.knex('api_keys').where({ id: expired.key.id }).update(past);
    const backend = await service.secretOf(service.plane);
    const strangers = await service.secretOf(other);
    const before = await keptRows(service.database);
    for (const name of toolNames) {
      const params = { name, arguments: argumentsOf(name, own) };
      const status = async (secret: string) => (await service.send(secret, 'tools/call', params)).status;
      expect(await status(revoked.secret), name).to.equal(401);
      expect(await status(expired.secret), name).to.equal(401);
      expect(await status(backend), name).to.equal(403);
      expect(await status(strangers), name).to.equal(403);
    }
    expect(await keptRows(service.database)).to.deep.equal(before);
  });

  it('shows in lists that name no company only what the key reaches', async () => {
    const restricted = await service.agentKey({ connectionIds: [own.connection_id] });
    const { data, text } = await service.tool(restricted, 'list_companies');
    expect((data['items'] as JsonObject[]).map(({ connection_id }) => connection_id)).to.deep.equal([
      own.connection_id,
    ]);
    expect(text).not.to.include(canary);
  });
});
