import * as v from 'valibot';
import { described, field, Timestamp, WriteWarning, warningsMeaning } from '../../families/answer-fields.ts';
import { presenter } from './present.ts';

const entries = { at: Timestamp, user: field.text, change: field.text, details: v.string() };

/** An entry of a record's history at the provider. */
export const HistoryEntryAnswer = v.object(entries);

/** A note that was added. */
export const NoteAnswer = v.object({
  ...entries,
  warnings: v.optional(described(v.array(WriteWarning), warningsMeaning)),
});

export const presentHistoryEntry = presenter(HistoryEntryAnswer);
export const presentNote = presenter(NoteAnswer);
