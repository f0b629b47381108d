import { conflict } from '../../domain/errors.ts';
import { type LedgerRecord, textField } from '../../domain/ledger-record.ts';
import type { AutomationInput } from '../../schemas/requests/automations.ts';
import type { Ledger } from '../ledger/open-ledger.ts';
import { lackOf } from '../providers/coverage.ts';
import { type Exactly, findExactly } from '../resources/find-record.ts';
import { plannedCreate, type Recipe } from './recipe.ts';
import { announcing, createOnce, readAgain } from './recipe-steps.ts';
import { shown, summaryOf } from './record-summary.ts';

type Contact = AutomationInput<'invoice.create_with_contact'>['contact'];

export const invoiceCreateWithContact: Recipe<'invoice.create_with_contact'> = {
  title: 'Create an invoice with its contact',
  description: 'Finds the contact by its number, else by its email, or creates it; then creates the invoice for it.',
  steps: [
    { name: 'find_contact', description: 'Looks for the contact.', writes: false },
    {
      name: 'create_contact',
      description: 'Creates the contact, unless it exists.',
      writes: true,
    },
    { name: 'create_invoice', description: 'Creates the invoice.', writes: true },
    { name: 're_read', description: 'Reads the invoice as it is now and announces it.', writes: false },
  ],
  lack: (traits, { contact, invoice }) => {
    const wanted = contact && identityOf(contact);
    if (wanted && !traits.families.contacts?.foundBy.includes(wanted.field)) return `find contacts by ${wanted.field}`;
    return lackOf(traits, [
      { type: 'contacts', can: ['read', 'create'], fields: contact },
      { type: 'invoices', can: ['read', 'create'], fields: invoice },
    ]);
  },
  plan: async (ledger, { contact, invoice }) => {
    const found = await knownContact(ledger, contact);
    const contact_id = found ? summaryOf(found).id : undefined;
    return {
      ...(found ? {} : { create_contact: plannedCreate('contacts', contact) }),
      create_invoice: plannedCreate('invoices', { ...invoice, contact_id }),
    };
  },
  run: async (run, { contact, invoice }) => {
    let hasLooked = false;
    const found = await run.attempt.steps.step('find_contact', async () => {
      hasLooked = true;
      const known = await knownContact(run.ledger, contact);
      return { result: known ? summaryOf(known) : null };
    });
    // Somebody may have created the contact since it was looked for.
    const instead = () => knownContact(run.ledger, contact);
    const creation = { type: 'contacts', fields: async () => contact, instead, lookFirst: !hasLooked } as const;
    const owner = found ?? (await createOnce(run, { step: 'create_contact', ...creation }));
    const fields = async () => ({ ...invoice, contact_id: owner.id });
    const made = await createOnce(run, { step: 'create_invoice', type: 'invoices', fields });
    const [current] = await readAgain(run, 're_read', [made]);
    return announcing(run, [current], {
      contact: { ...shown(owner), created: owner['action'] === 'created' },
      invoice: current,
    });
  },
};

/** Throws CONFLICT if it is uncertain which contact is meant. */
async function knownContact(ledger: Ledger, contact: Contact): Promise<LedgerRecord | undefined> {
  const wanted = identityOf(contact);
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
function identityOf({ contact_number, email }: Contact): Exactly | undefined {
  if (contact_number) return { field: 'contact_number', value: contact_number };
  return email ? { field: 'email', value: email } : undefined;
}
