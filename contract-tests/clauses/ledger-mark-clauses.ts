// Clauses for gateways that leave marks, and for those that compare a change with the version that it is based on.
import { deepEqual, equal, notEqual, ok } from 'node:assert/strict';
import { type JsonObject, type LedgerRecord, ServiceError, type WriteIntent } from '#core/ports';
import type { Clause } from '../contract.ts';
import {
  type Bench,
  benchOf,
  can,
  changeOf,
  create,
  invoiceFields,
  type LedgerUnderTest,
  newContact,
  newKey,
  refusalOf,
  reread,
  sendWhole,
  unique,
} from '../ledger-bench.ts';

const hasMarks = ({ traits }: LedgerUnderTest) => traits.repeats.marks !== null;
const compares = ({ traits }: LedgerUnderTest) => traits.comparesAndSets;

/** A contact, and an invoice that is more than a draft and so may take several calls. */
async function creations(bench: Bench): Promise<readonly WriteIntent[]> {
  const contact: WriteIntent = { kind: 'create', type: 'contacts', fields: { name: unique('Marked') } };
  const released = { ...(await invoiceFields(bench)), status: 'AUTHORISED' };
  return can('invoices', 'create')(bench)
    ? [contact, { kind: 'create', type: 'invoices', fields: released }]
    : [contact];
}

export const ledgerMarkClauses: readonly Clause<LedgerUnderTest>[] = [
  {
    name: 'marks: a create sent again makes nothing more, and gives again the record and the call that is still to be made',
    needs: hasMarks,
    async check(subject) {
      const bench = benchOf(subject);
      const { gateway, access } = bench;
      for (const intent of await creations(bench)) {
        const write = gateway.prepare(intent);
        const key = newKey();
        const first = await gateway.send(access, write, key);
        const again = await gateway.send(access, write, key);
        deepEqual([again.providerId, again.next], [first.providerId, first.next], intent.type);
        const whole = await sendWhole(bench, write, key);
        const { providerId } = await sendWhole(bench, write, key).then(({ record }) => record);
        deepEqual([whole.record.providerId, providerId], [first.providerId, first.providerId], intent.type);
        if (intent.type === 'contacts') continue;
        notEqual((await gateway.send(access, write, newKey())).providerId, first.providerId);
      }
    },
  },
  {
    name: 'marks: after its last call a write is as it was asked for, and that call may be repeated',
    needs: hasMarks,
    async check(subject) {
      const bench = benchOf(subject);
      for (const intent of await creations(bench)) {
        const key = newKey();
        const { record, last } = await sendWhole(bench, bench.gateway.prepare(intent), key);
        const { next, ...again } = await bench.gateway.send(bench.access, last, key);
        ok(!next || last.creates);
        equal(again.providerId, record.providerId);
        const { status = null } = 'fields' in intent ? intent.fields : {};
        if (status !== null) equal((await reread(bench, record)).fields['status'], status);
      }
    },
  },
  {
    name: 'marks: several creates in a call are found again one by one, if any of them was made',
    needs: (subject) => hasMarks(subject) && (subject.traits.families.contacts?.together.creates ?? 0) > 1,
    async check(subject) {
      const { gateway, access } = benchOf(subject);
      const names = [unique('One'), unique('Two')];
      const writes = names.map((name) => gateway.prepare({ kind: 'create', type: 'contacts', fields: { name } }));
      const key = newKey();
      const idsOf = (answers: Awaited<ReturnType<typeof gateway.sendMany>>) =>
        answers.map((answer) => (answer === null || answer instanceof ServiceError ? answer : answer.providerId));
      const [first] = idsOf(await gateway.sendMany(access, writes.slice(0, 1), key));
      const made = idsOf(await gateway.sendMany(access, writes, key));
      equal(made[0], first);
      ok(typeof made[1] === 'string' && made[1] !== first);
      deepEqual(idsOf(await gateway.sendMany(access, writes, key)), made);
    },
  },
  {
    name: 'versions: a change of an older version is CONFLICT record_changed, and was not applied',
    needs: compares,
    async check(subject) {
      const bench = benchOf(subject);
      const contact = await newContact(bench, { email: 'a@example.com' });
      const [one, other] = [
        await changeOf(bench, contact, { email: 'b@example.com' }),
        await changeOf(bench, contact, { email: 'c@example.com' }),
      ];
      await sendWhole(bench, one);
      const { code, details } = await refusalOf(sendWhole(bench, other));
      deepEqual([code, details.reason, details.outcome], ['CONFLICT', 'record_changed', 'not_applied']);
      equal((await reread(bench, contact)).fields['email'], 'b@example.com');
    },
  },
  {
    name: 'versions: a change that the record already has succeeds, and couldBe tells that it has it',
    needs: compares,
    async check(subject) {
      const bench = benchOf(subject);
      const changes: (readonly [LedgerRecord, JsonObject])[] = [[await newContact(bench), { email: 'b@example.com' }]];
      if (can('invoices', 'create', 'update')(bench)) {
        const draft = await create(bench, 'invoices', await invoiceFields(bench));
        changes.push([draft, { external_reference: unique('ours'), status: 'AUTHORISED' }]);
      }
      for (const [record, fields] of changes) {
        const change = await changeOf(bench, record, fields);
        equal(bench.gateway.couldBe(change, await reread(bench, record)), false, record.type);
        const { record: changed } = await sendWhole(bench, change);
        const again = await changeOf(bench, record, fields);
        ok(bench.gateway.couldBe(again, await reread(bench, record)), record.type);
        deepEqual((await sendWhole(bench, again)).record.fields, changed.fields, record.type);
      }
    },
  },
];
