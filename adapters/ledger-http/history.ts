// What happened to records, in the provider's own phrases, and notes that are added to it.
import {
  familyOf,
  type HistoryEntry,
  isJsonObject,
  type Json,
  type LedgerGateway,
  type NamedRecord,
  newestFirst,
} from '#core/ports';
import type { Caller, JsonAnswer } from './caller.ts';
import { recordAddress } from './reads.ts';
import { unreadable } from './refusal.ts';
import { families } from './wire/families.ts';
import { wireInstant } from './wire/wire-date.ts';

type History = Required<Pick<LedgerGateway, 'readHistory' | 'addNote'>>;

export function historyOf(caller: Caller): History {
  return {
    async readHistory(access, record) {
      const answer = await caller.json(access, { method: 'GET', ...placeOf(record) });
      return entriesIn(answer);
    },
    async addNote(access, record, note, providerKey) {
      const body = JSON.stringify({ HistoryRecords: [{ Details: note }] });
      const headers = { 'idempotency-key': providerKey };
      const answer = await caller.json(access, { method: 'PUT', ...placeOf(record), headers, body });
      const [added] = newestFirst(entriesIn(answer));
      if (added) return added;
      throw unreadable('it does not hold the note that was added', answer.status, answer.purpose);
    },
  };
}

function placeOf({ type, providerId }: NamedRecord) {
  return { path: recordAddress(families[type], providerId, '/History'), record: familyOf(type).singular };
}

function entriesIn({ json, status, purpose }: JsonAnswer): readonly HistoryEntry[] {
  const elements = json['HistoryRecords'];
  if (!Array.isArray(elements)) throw unreadable('it has no HistoryRecords', status, purpose);
  return elements.flatMap((element) => entryOf(element) ?? []);
}

/** Undefined for an element without a time, which has no place in the order of the others. */
function entryOf(element: Json): HistoryEntry | undefined {
  if (!isJsonObject(element)) return undefined;
  const { DateUTC, DateUTCString, User, Changes, Details } = element;
  const at = wireInstant(DateUTC) ?? wireInstant(DateUTCString);
  if (!at) return undefined;
  // Provider: the answer to a note has neither user nor change.
  return { at, user: textOf(User), change: textOf(Changes), details: textOf(Details) ?? '' };
}

function textOf(value: Json | undefined): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}
