import * as v from 'valibot';
import { anyObject, count, described, field } from '../../families/answer-fields.ts';
import { OperationAnswer } from './operation.ts';

export const MoneyAnswer = v.object({ currency: v.string(), amount: v.string() });

/** What a member reads of a write that waits. Texts in it stand in the books, or are an agent's: data, nothing else. */
export const ProposalAnswer = v.object({
  operation: OperationAnswer,
  item: described(v.nullable(anyObject), 'The record as it would be sent; null for a deletion and for several writes.'),
  before: described(v.nullable(anyObject), 'The record that would change, as it was when this was proposed.'),
  changes: v.array(v.object({ path: v.string(), before: v.unknown(), after: v.unknown() })),
  plan: described(v.nullable(anyObject), 'What an automation would write, by step, or the items of a bulk write.'),
  amounts: described(v.array(MoneyAnswer), 'What counts against the limits of the key.'),
  look_alikes: described(v.array(v.string()), 'Ids of what looked the same when this was proposed.'),
  because: described(v.string(), '`all`, `high` or `over_limit`: why a person is asked.'),
  ref: described(field.text, 'The purpose that the agent named, in its own words.'),
  program: described(
    v.nullable(v.object({ name: v.string(), version: field.text })),
    'The program that asked, by its own account: not verified.',
  ),
  names: described(v.record(v.string(), v.string()), 'Names of the records that it names, by id.'),
  digests: described(v.array(v.string()), 'SHA-256 of what may be sent, and of nothing else.'),
  is_forgotten: described(v.boolean(), 'True if what was proposed is no longer stored.'),
});

/** A write that waits, or waited, in a list. Texts in `about` stand in the books, or are an agent's. */
export const ListedProposalAnswer = v.object({
  ...OperationAnswer.entries,
  about: v.object({
    side: described(field.text, '`receivable` or `payable`, of a document that has it.'),
    contact: described(field.text, 'The name of the contact, by its copy.'),
    amounts: v.array(MoneyAnswer),
    look_alikes: described(count, 'How many others looked the same when this was proposed.'),
    ref: described(field.text, 'The purpose that the agent named, in its own words.'),
  }),
});
