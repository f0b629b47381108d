import { deepEqual, equal, notDeepEqual } from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { Clause } from '../contract.ts';
import {
  all,
  type Bench,
  benchOf,
  can,
  create,
  finds,
  type LedgerUnderTest,
  newContact,
  newInvoice,
  newKey,
  noSuchId,
  refusalOf,
  reread,
  unique,
  update,
  writes,
} from '../ledger-bench.ts';

async function foundByEmail({ gateway, access }: Bench, value: string): Promise<readonly string[]> {
  const { records } = await gateway.find(access, { type: 'contacts', where: { email: value }, after: null });
  return records.map(({ providerId }) => providerId);
}

export const ledgerDeliverClauses: readonly Clause<LedgerUnderTest>[] = [
  {
    name: 'contacts are found by email address, archived ones too, and nothing in it changes the question',
    needs: all(finds('contacts', 'email'), writes('contacts', 'email', 'status')),
    async check(subject) {
      const bench = benchOf(subject);
      for (const local of ['plain', "o'neil+books", 'a&b=c']) {
        const email = `${local}.${randomUUID().slice(0, 8)}@example.com`;
        const contact = await create(bench, 'contacts', { name: unique('Contact'), email });
        deepEqual(await foundByEmail(bench, email), [contact.providerId], email);
        await update(bench, contact, { status: 'ARCHIVED' });
        deepEqual(await foundByEmail(bench, email), [contact.providerId], `archived ${email}`);
      }
      deepEqual(await foundByEmail(bench, `${randomUUID()}@example.com`), []);
      deepEqual(await foundByEmail(bench, `" OR Name!="${randomUUID()}`), []);
    },
  },
  {
    name: 'an approved sale is mailed and marked as sent; under the same key it is not mailed again',
    needs: can('invoices', 'email'),
    async check(subject) {
      const bench = benchOf(subject);
      const { gateway, access } = bench;
      const contact = await newContact(bench, { email: 'customer@example.com' });
      const sale = await newInvoice(bench, { contact_id: contact.providerId, status: 'AUTHORISED' });
      equal((await reread(bench, sale)).fields['sent_to_contact'], false);
      const key = newKey();
      await gateway.emailInvoice(access, sale.providerId, key);
      const mailed = await reread(bench, sale);
      equal(mailed.fields['sent_to_contact'], true);
      await gateway.emailInvoice(access, sale.providerId, key);
      deepEqual(await reread(bench, sale), mailed);
      await gateway.emailInvoice(access, sale.providerId, newKey());
      notDeepEqual((await reread(bench, sale)).providerUpdatedAt, mailed.providerUpdatedAt);
    },
  },
  {
    name: 'a draft is not mailed, nor what does not exist; both are told, and neither was applied',
    needs: can('invoices', 'email'),
    async check(subject) {
      const bench = benchOf(subject);
      const { gateway, access } = bench;
      const draft = await newInvoice(bench);
      const refused = await refusalOf(gateway.emailInvoice(access, draft.providerId, newKey()));
      deepEqual([refused.code, refused.details.outcome], ['PROVIDER_REJECTED', 'not_applied']);
      equal((await reread(bench, draft)).fields['sent_to_contact'], false);
      const missing = await refusalOf(gateway.emailInvoice(access, noSuchId(bench, 'invoices'), newKey()));
      deepEqual([missing.code, missing.details.outcome], ['NOT_FOUND', 'not_applied']);
      equal((await refusalOf(gateway.emailInvoice(access, '../Contacts', newKey()))).code, 'NOT_FOUND');
    },
  },
];
