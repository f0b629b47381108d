// Finds the contact of a new document, or creates it.
import { conflict } from '../../domain/errors.ts';
import type { JsonObject } from '../../domain/json.ts';
import { type LedgerRecord, textField } from '../../domain/ledger-record.ts';
import type { ProviderTraits } from '../../ports/provider.ts';
import type { AutomationInput } from '../../schemas/requests/automations.ts';
import type { Ledger } from '../ledger/open-ledger.ts';
import { type Exactly, findExactly } from '../resources/find-record.ts';
import { createOnce, type RecipeRun } from './recipe-steps.ts';
import { type RecordSummary, shown, summaryOf, type WrittenRecord } from './record-summary.ts';

type Contact = AutomationInput<'invoice.create_with_contact' | 'bank_transaction.record'>['contact'];

interface Finding {
  /** Also by its name, where it has neither a number nor an address. */
  readonly byName?: true;
}

export const contactSteps = [
  { name: 'find_contact', description: 'Looks for the contact.', writes: false },
  { name: 'create_contact', description: 'Creates the contact, unless it exists.', writes: true },
] as const;

/** What the provider lacks to find the contact. */
export function lackOfContact(
  traits: ProviderTraits,
  contact: Contact | undefined,
  finding: Finding = {},
): string | undefined {
  const wanted = contact && identityOf(contact, finding);
  if (!wanted || traits.families.contacts?.foundBy.includes(wanted.field)) return undefined;
  return `find contacts by ${wanted.field}`;
}

/** The contact, which a lost worker's successor finds or creates once, too. */
export async function contactOnce(
  run: RecipeRun,
  contact: Contact,
  finding: Finding = {},
): Promise<RecordSummary | WrittenRecord> {
  let hasLooked = false;
  const found = await run.attempt.steps.step('find_contact', async () => {
    hasLooked = true;
    const known = await knownContact(run.ledger, contact, finding);
    return { result: known ? summaryOf(known) : null };
  });
  // Somebody may have created the contact since it was looked for.
  const instead = () => knownContact(run.ledger, contact, finding);
  const creation = { type: 'contacts', fields: async () => contact, instead, lookFirst: !hasLooked } as const;
  return found ?? (await createOnce(run, { step: 'create_contact', ...creation }));
}

export function shownContact(contact: RecordSummary | WrittenRecord): JsonObject {
  return { ...shown(contact), created: contact['action'] === 'created' };
}

/** Throws CONFLICT if it is uncertain which contact is meant. */
export async function knownContact(
  ledger: Ledger,
  contact: Contact,
  finding: Finding = {},
): Promise<LedgerRecord | undefined> {
  const wanted = identityOf(contact, finding);
  if (!wanted) return undefined;
  const { records } = await findExactly(ledger, wanted);
  const active = records.filter((record) => textField(record, 'status') !== 'ARCHIVED');
  const [only] = active;
  if (active.length > 1) {
    throw conflict('contact_ambiguous', `${active.length} contacts have this ${wanted.field}; give a contact_number`);
  }
  if (!only && records.length > 0) {
    throw conflict('contact_archived', `the contact with this ${wanted.field} is archived; make it active first`);
  }
  return only;
}

/** Several contacts may share an email address, so it identifies one only if there is no number. */
function identityOf({ contact_number, email, name }: Contact, { byName }: Finding): Exactly | undefined {
  if (contact_number) return { field: 'contact_number', value: contact_number };
  if (email) return { field: 'email', value: email };
  return byName ? { field: 'name', value: name } : undefined;
}
