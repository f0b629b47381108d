import { deepEqual, equal, ok } from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { ServiceError } from '#core/ports';
import type { Clause } from '../contract.ts';
import { benchOf, type LedgerUnderTest, newContact, newKey, reread, unique } from '../ledger-bench.ts';

/** What each answer is, in a word or by the named field. */
const told = (answers: Awaited<ReturnType<LedgerUnderTest['gateway']['sendMany']>>, field: string) =>
  answers.map((answer) => (answer instanceof ServiceError ? answer.code : answer?.fields[field]));

export const ledgerTogetherClauses: readonly Clause<LedgerUnderTest>[] = [
  {
    name: 'several creates have an answer each, in their order, and the same key makes nothing more',
    async check(subject) {
      const { gateway, access, calls } = benchOf(subject);
      const names = [unique('One'), '< no name >', unique('Two')];
      const writes = names.map((name) => gateway.prepare({ kind: 'create', type: 'contacts', fields: { name } }));
      const key = newKey();
      const answers = await gateway.sendMany(access, writes, key);
      deepEqual(told(answers, 'name'), [names[0], 'PROVIDER_REJECTED', names[2]]);
      const refused = answers[1];
      ok(refused instanceof ServiceError && refused.details.outcome === 'not_applied');
      deepEqual(await gateway.sendMany(access, writes, key), answers);
      equal(calls.length, 2);
      deepEqual(await gateway.sendMany(access, [], newKey()), []);
      ok(writes.length <= (subject.traits.families.contacts?.together.creates ?? 0));
    },
  },
  {
    name: 'several updates change their records and nothing else of them; one that is refused changes nothing',
    async check(subject) {
      const bench = benchOf(subject);
      const { gateway, access } = bench;
      const contacts = [await newContact(bench), await newContact(bench, { email: 'a@example.com' })];
      const number = randomUUID().slice(0, 20);
      const writes = contacts.map(({ providerId }, i) => {
        const fields = i === 0 ? { name: '< no name >' } : { contact_number: number };
        return gateway.prepare({ kind: 'update', type: 'contacts', providerId, fields, existing: null });
      });
      const answers = await gateway.sendMany(access, writes, newKey());
      deepEqual(told(answers, 'contact_number'), ['PROVIDER_REJECTED', number]);
      const [one, two] = await Promise.all(contacts.map((contact) => reread(bench, contact)));
      equal(one?.fields['name'], contacts[0]?.fields['name']);
      deepEqual(two?.fields, { ...contacts[1]?.fields, contact_number: number });
    },
  },
];
