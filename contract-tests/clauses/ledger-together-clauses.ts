import { deepEqual, equal, ok } from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { ServiceError } from '#core/ports';
import type { Clause } from '../contract.ts';
import { benchOf, invoiceFields, type LedgerUnderTest, newContact, newKey, reread, unique } from '../ledger-bench.ts';

/** What each answer is, in a word or by the named field. */
const told = (answers: Awaited<ReturnType<LedgerUnderTest['gateway']['sendMany']>>, field: string) =>
  answers.map((answer) => (answer instanceof ServiceError ? answer.code : answer?.fields[field]));

export const ledgerTogetherClauses: readonly Clause<LedgerUnderTest>[] = [
  {
    name: 'several creates have an answer each, in their order, and the same key makes nothing more',
    needs: (subject) => (subject.traits.families.contacts?.together.creates ?? 0) > 2,
    async check(subject) {
      const bench = benchOf(subject);
      const { gateway, access, calls } = bench;
      const number = randomUUID().slice(0, 20);
      await newContact(bench, { contact_number: number });
      const names = [unique('One'), unique('Taken'), unique('Two')];
      const writes = names.map((name, i) => {
        const fields = i === 1 ? { name, contact_number: number } : { name };
        return gateway.prepare({ kind: 'create', type: 'contacts', fields });
      });
      const before = calls.length;
      const key = newKey();
      const answers = await gateway.sendMany(access, writes, key);
      deepEqual(told(answers, 'name'), [names[0], 'PROVIDER_REJECTED', names[2]]);
      const refused = answers[1];
      ok(refused instanceof ServiceError && refused.details.outcome === 'not_applied');
      deepEqual(await gateway.sendMany(access, writes, key), answers);
      if (bench.traits.repeats.marks === null) equal(calls.length, before + 2);
      deepEqual(await gateway.sendMany(access, [], newKey()), []);
      ok(writes.length <= (subject.traits.families.contacts?.together.creates ?? 0));
    },
  },
  {
    name: 'creates that are alike are answered with a record each',
    needs: (subject) => (subject.traits.families.invoices?.together.creates ?? 0) > 2,
    async check(subject) {
      const bench = benchOf(subject);
      const { gateway, access } = bench;
      const write = gateway.prepare({ kind: 'create', type: 'invoices', fields: await invoiceFields(bench) });
      const answers = await gateway.sendMany(access, [write, write, write], newKey());
      const ids = answers.map((answer) => (answer instanceof ServiceError ? answer.code : answer?.providerId));
      equal(new Set(ids).size, 3, `records ${ids.join()}`);
      const kept = await Promise.all(ids.map((id) => gateway.read(access, 'invoices', String(id))));
      deepEqual(
        kept.map(({ providerId }) => providerId),
        ids,
      );
    },
  },
  {
    name: 'several updates change their records and nothing else of them; one that is refused changes nothing',
    needs: (subject) => (subject.traits.families.contacts?.together.updates ?? 0) > 1,
    async check(subject) {
      const bench = benchOf(subject);
      const { gateway, access } = bench;
      const contacts = [await newContact(bench), await newContact(bench, { email: 'a@example.com' })];
      const [number, taken] = [randomUUID().slice(0, 20), randomUUID().slice(0, 20)];
      await newContact(bench, { contact_number: taken });
      const writes = contacts.map(({ providerId }, i) => {
        const fields = { contact_number: i === 0 ? taken : number };
        return gateway.prepare({ kind: 'update', type: 'contacts', providerId, fields, existing: null });
      });
      const answers = await gateway.sendMany(access, writes, newKey());
      deepEqual(told(answers, 'contact_number'), ['PROVIDER_REJECTED', number]);
      const [one, two] = await Promise.all(contacts.map((contact) => reread(bench, contact)));
      deepEqual(one?.fields, contacts[0]?.fields);
      deepEqual(two?.fields, { ...contacts[1]?.fields, contact_number: number });
    },
  },
];
