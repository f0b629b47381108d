import { deepEqual, equal, notDeepEqual, ok, throws } from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import {
  type JsonObject,
  type LedgerAccess,
  resourceIdOf,
  resourceTypes,
  ServiceError,
  type WriteIntent,
} from '#core/ports';
import type { Clause } from '../contract.ts';
import {
  benchOf,
  can,
  fromStart,
  type LedgerUnderTest,
  newContact,
  newKey,
  noSuchId,
  refusalOf,
  reread,
} from '../ledger-bench.ts';

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
      const written = bench.calls.length;
      await reread(bench, contact);
      const answered = bench.calls.length;
      await refusalOf(bench.gateway.read(bench.access, 'contacts', noSuchId(bench, 'contacts')));
      ok(written >= 1);
      equal(answered, written + 1);
      // A second call may ask whether the record is out of sight and not gone.
      const refused = bench.calls.length - answered;
      ok(refused === 1 || (refused === 2 && bench.traits.repeats.keySeconds === null), `${refused} calls`);
      ok((bench.calls[written]?.bytesIn ?? 0) > 50);
      ok(bench.calls.slice(0, answered).every(({ status }) => status === 200));
      for (const { path, durationMs, retryAfterSeconds } of bench.calls) {
        ok(path.startsWith('/') && !path.includes('?') && durationMs >= 0, path);
        equal(retryAfterSeconds, null);
      }
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
        await refusalOf(gateway.read(access, 'contacts', noSuchId(subject, 'contacts'))),
        await refusalOf(gateway.list({ ...access, tenantId: randomUUID() }, 'contacts', fromStart)),
      ];
      for (const error of refused) {
        const whole = [error.message, JSON.stringify(error.details), error.stack, JSON.stringify(error.cause ?? null)];
        ok(!whole.join().includes(access.accessToken));
      }
    },
  },
  {
    name: 'preparing calls nobody, and the same wish gives the same payload',
    needs: can('invoices', 'create'),
    async check(subject) {
      const { gateway, calls } = benchOf(subject);
      const line = { description: 'x', quantity: 1, unit_amount: 2.5 };
      const contact_id = noSuchId(subject, 'contacts');
      const wish = () => gateway.prepare(invoice({ contact_id, line_items: [{ ...line }] }));
      const turned = gateway.prepare(
        invoice({ line_items: [{ unit_amount: 2.5, quantity: 1, description: 'x' }], contact_id }),
      );
      deepEqual(wish(), wish());
      deepEqual(wish(), turned);
      notDeepEqual(wish().payload, gateway.prepare(invoice({ contact_id })).payload);
      deepEqual(JSON.parse(JSON.stringify(wish())), wish());
      equal(calls.length, 0);
    },
  },
  {
    name: 'the service’s id and the provider’s own name the same related record',
    needs: can('invoices', 'create'),
    async check({ gateway, traits }) {
      const id = noSuchId({ traits }, 'contacts');
      const byService = gateway.prepare(invoice({ contact_id: resourceIdOf('contacts', id) }));
      deepEqual(byService, gateway.prepare(invoice({ contact_id: id.toUpperCase() })));
    },
  },
  {
    name: 'a field that the provider has no place for, or computes, is refused by name before anything is sent',
    needs: can('invoices', 'create'),
    async check({ gateway }) {
      throws(() => gateway.prepare(invoice({ colour: 'red' })), names('colour'));
      throws(() => gateway.prepare(invoice({ total: 5 })), names('total'));
      throws(() => gateway.prepare(invoice({ line_items: [{}, { colour: 1 }] })), names('line_items[1].colour'));
    },
  },
  {
    name: 'the id of another type of record is refused where it stands',
    needs: can('invoices', 'create'),
    async check({ gateway, traits }) {
      const id = noSuchId({ traits }, 'contacts');
      const account = resourceIdOf('accounts', id);
      throws(() => gateway.prepare(invoice({ contact_id: account })), names('contact_id'));
      throws(() => gateway.prepare(invoice({ contact_id: 'nobody' })), names('contact_id'));
      if (!traits.families.accounts) return;
      const line = { account_id: resourceIdOf('contacts', id) };
      throws(() => gateway.prepare(invoice({ line_items: [line] })), names('line_items[0].account_id'));
    },
  },
  {
    name: 'what a family cannot do is not prepared',
    async check(subject) {
      const { gateway } = subject;
      for (const type of resourceTypes) {
        if (!can(type, 'create', 'native')(subject))
          throws(() => gateway.prepare({ kind: 'create_native', type, document: {} }), ServiceError, type);
        const creates = type !== 'accounts' && can(type, 'create')(subject);
        if (!creates) throws(() => gateway.prepare({ kind: 'create', type, fields: {} }), ServiceError, type);
      }
    },
  },
];
