import { deepEqual, equal, notDeepEqual, ok, throws } from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { type JsonObject, type LedgerAccess, resourceIdOf, ServiceError, type WriteIntent } from '#core/ports';
import type { Clause } from '../contract.ts';
import { benchOf, fromStart, type LedgerUnderTest, newContact, newKey, refusalOf, reread } from '../ledger-bench.ts';

const id = '0b5e6d2a-7f57-4a7e-8a49-9b3f2d1e7c10';

/** Whether a wish is refused as BAD_REQUEST that names this field. */
function names(path: string): (error: unknown) => boolean {
  return (error) =>
    error instanceof ServiceError && error.code === 'BAD_REQUEST' && error.details.errors?.[0]?.path === path;
}

const invoice = (fields: JsonObject): WriteIntent => ({ kind: 'create', type: 'invoices', fields });

export const ledgerCallClauses: readonly Clause<LedgerUnderTest>[] = [
  {
    name: 'every call is reported once, with what came of it, refused ones too',
    async check(subject) {
      const bench = benchOf(subject);
      const contact = await newContact(bench);
      await reread(bench, contact);
      await refusalOf(bench.gateway.read(bench.access, 'contacts', randomUUID()));
      deepEqual(
        bench.calls.map(({ method, status }) => [method, status]),
        [
          ['PUT', 200],
          ['GET', 200],
          ['GET', 404],
        ],
      );
      const [written, read] = bench.calls;
      equal(written?.path, '/Contacts');
      ok(read?.path.startsWith('/Contacts/') && !read.path.includes('?'));
      ok((read?.bytesIn ?? 0) > 50 && (read?.durationMs ?? -1) >= 0);
      for (const { retryAfterSeconds } of bench.calls) equal(retryAfterSeconds, null);
    },
  },
  {
    name: 'a refused token and a closed tenant call for the person, and are told apart',
    async check(subject) {
      const { gateway, access } = benchOf(subject);
      const list = (changed: Partial<LedgerAccess>) => gateway.list({ ...access, ...changed }, 'contacts', fromStart);
      const badToken = await refusalOf(list({ accessToken: 'not-a-token' }));
      deepEqual([badToken.code, badToken.details.reason], ['ACTION_REQUIRED', 'token_rejected']);
      const badTenant = await refusalOf(list({ tenantId: randomUUID() }));
      deepEqual([badTenant.code, badTenant.details.reason], ['ACTION_REQUIRED', 'tenant_forbidden']);
      const write = gateway.prepare({ kind: 'create', type: 'contacts', fields: { name: 'x' } });
      const refused = await refusalOf(gateway.send({ ...access, accessToken: 'not-a-token' }, write, newKey()));
      equal(refused.details.outcome, 'not_applied');
    },
  },
  {
    name: 'no error holds the token',
    async check(subject) {
      const { gateway, access } = benchOf(subject);
      const refused = [
        await refusalOf(gateway.read(access, 'invoices', randomUUID())),
        await refusalOf(gateway.list({ ...access, tenantId: randomUUID() }, 'invoices', fromStart)),
      ];
      for (const error of refused) {
        const whole = [error.message, JSON.stringify(error.details), error.stack, JSON.stringify(error.cause ?? null)];
        ok(!whole.join().includes(access.accessToken));
      }
    },
  },
  {
    name: 'preparing calls nobody, and the same wish gives the same payload',
    async check(subject) {
      const { gateway, calls } = benchOf(subject);
      const line = { description: 'x', quantity: 1, unit_amount: 2.5 };
      const wish = () => gateway.prepare(invoice({ contact_id: id, line_items: [{ ...line }] }));
      const turned = gateway.prepare(
        invoice({ line_items: [{ unit_amount: 2.5, quantity: 1, description: 'x' }], contact_id: id }),
      );
      deepEqual(wish(), wish());
      deepEqual(wish(), turned);
      notDeepEqual(wish().payload, gateway.prepare(invoice({ contact_id: id })).payload);
      deepEqual(JSON.parse(JSON.stringify(wish())), wish());
      const native = (document: JsonObject) => gateway.prepare({ kind: 'create_native', type: 'contacts', document });
      deepEqual(native({ Name: 'A', Phones: [{ A: 1, B: 2 }] }), native({ Phones: [{ B: 2, A: 1 }], Name: 'A' }));
      equal(calls.length, 0);
    },
  },
  {
    name: 'the service’s id and the provider’s own name the same related record',
    async check({ gateway }) {
      const byService = gateway.prepare(invoice({ contact_id: resourceIdOf('contacts', id) }));
      deepEqual(byService, gateway.prepare(invoice({ contact_id: id.toUpperCase() })));
    },
  },
  {
    name: 'a field that the provider has no place for, or computes, is refused by name before anything is sent',
    async check({ gateway }) {
      throws(() => gateway.prepare(invoice({ colour: 'red' })), names('colour'));
      throws(() => gateway.prepare(invoice({ total: 5 })), names('total'));
      throws(() => gateway.prepare(invoice({ line_items: [{}, { colour: 1 }] })), names('line_items[1].colour'));
    },
  },
  {
    name: 'the id of another type of record is refused where it stands',
    async check({ gateway }) {
      const account = resourceIdOf('accounts', id);
      throws(() => gateway.prepare(invoice({ contact_id: account })), names('contact_id'));
      throws(() => gateway.prepare(invoice({ contact_id: 'nobody' })), names('contact_id'));
      const line = { account_id: resourceIdOf('contacts', id) };
      throws(() => gateway.prepare(invoice({ line_items: [line] })), names('line_items[0].account_id'));
    },
  },
  {
    name: 'read-only families take no writes',
    async check({ gateway }) {
      for (const type of ['organizations', 'tax_rates', 'branding_themes'] as const) {
        throws(() => gateway.prepare({ kind: 'create_native', type, document: {} }), ServiceError);
      }
      throws(() => gateway.prepare({ kind: 'create', type: 'accounts', fields: {} }), ServiceError);
    },
  },
];
