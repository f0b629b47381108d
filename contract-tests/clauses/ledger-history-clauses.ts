import { deepEqual, equal, ok } from 'node:assert/strict';
import { type LedgerGateway, type NamedRecord, notedFamilies, type ResourceType } from '#core/ports';
import type { Clause } from '../contract.ts';
import {
  type Bench,
  benchOf,
  can,
  type LedgerUnderTest,
  newContact,
  newKey,
  noSuchId,
  refusalOf,
} from '../ledger-bench.ts';

function historyOf({ gateway }: Bench): Required<Pick<LedgerGateway, 'readHistory' | 'addNote'>> {
  const { readHistory, addNote } = gateway;
  ok(readHistory && addNote, 'a family can history, and the gateway cannot');
  return { readHistory, addNote };
}

const read = (bench: Bench, record: NamedRecord) => historyOf(bench).readHistory(bench.access, record);
const add = (bench: Bench, record: NamedRecord, note: string, key = newKey()) =>
  historyOf(bench).addNote(bench.access, record, note, key);
const detailsOf = async (bench: Bench, record: NamedRecord) =>
  (await read(bench, record)).map(({ details }) => details).sort();

const needs = can('contacts', 'history', 'create');
const newOwner = async (bench: Bench): Promise<NamedRecord> => {
  const { providerId } = await newContact(bench);
  return { type: 'contacts', providerId };
};

export const ledgerHistoryClauses: readonly Clause<LedgerUnderTest>[] = [
  {
    name: 'a note that was added is told with its time and its text, character by character',
    needs,
    async check(subject) {
      const bench = benchOf(subject);
      const record = await newOwner(bench);
      const texts = ['Paid by card', '<b>"5 < 6" & \\ é 请款单 🧾</b>', 'one\ntwo', 'x'.repeat(2_500)];
      const before = await detailsOf(bench, record);
      for (const text of texts) {
        const added = await add(bench, record, text);
        equal(added.details, text);
        ok(!Number.isNaN(added.at.getTime()), 'its time is none');
      }
      deepEqual(await detailsOf(bench, record), [...before, ...texts].sort());
    },
  },
  {
    name: 'a note that is repeated under its key is there once, under another key twice',
    needs,
    async check(subject) {
      const bench = benchOf(subject);
      const record = await newOwner(bench);
      const key = newKey();
      const times = async () => (await detailsOf(bench, record)).filter((one) => one === 'Called').length;
      const first = await add(bench, record, 'Called', key);
      deepEqual(await add(bench, record, 'Called', key), first);
      equal(await times(), 1);
      await add(bench, record, 'Called');
      equal(await times(), 2);
    },
  },
  {
    name: 'a record that is not there has no history, in every family that promises one, and takes no note',
    needs,
    async check(subject) {
      const bench = benchOf(subject);
      for (const type of notedFamilies.filter((one) => can(one, 'history')(subject))) {
        const nobody: NamedRecord = { type, providerId: noSuchId(bench, type as ResourceType) };
        equal((await refusalOf(read(bench, nobody))).code, 'NOT_FOUND', type);
        const refused = await refusalOf(add(bench, nobody, 'lost'));
        deepEqual([refused.code, refused.details.outcome], ['NOT_FOUND', 'not_applied'], type);
        equal((await refusalOf(read(bench, { type, providerId: '../Contacts' }))).code, 'NOT_FOUND', type);
      }
    },
  },
];
