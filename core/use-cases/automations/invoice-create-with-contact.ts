import { lackOf } from '../providers/coverage.ts';
import { contactOnce, contactSteps, knownContact, lackOfContact, shownContact } from './contact-step.ts';
import { plannedCreate, type Recipe } from './recipe.ts';
import { announcing, createOnce, readAgain } from './recipe-steps.ts';
import { summaryOf } from './record-summary.ts';

export const invoiceCreateWithContact: Recipe<'invoice.create_with_contact'> = {
  title: 'Create an invoice with its contact',
  description: 'Finds the contact by its number, else by its email, or creates it; then creates the invoice for it.',
  steps: [
    ...contactSteps,
    { name: 'create_invoice', description: 'Creates the invoice.', writes: true },
    { name: 're_read', description: 'Reads the invoice as it is now and announces it.', writes: false },
  ],
  lack: (traits, { contact, invoice }) =>
    lackOfContact(traits, contact) ??
    lackOf(traits, [
      { type: 'contacts', can: ['read', 'create'], fields: contact },
      { type: 'invoices', can: ['read', 'create'], fields: invoice },
    ]),
  plan: async (ledger, { contact, invoice }) => {
    const found = await knownContact(ledger, contact);
    const contact_id = found ? summaryOf(found).id : undefined;
    return {
      ...(found ? {} : { create_contact: plannedCreate('contacts', contact) }),
      create_invoice: plannedCreate('invoices', { ...invoice, contact_id }),
    };
  },
  run: async (run, { contact, invoice }) => {
    const owner = await contactOnce(run, contact);
    const fields = async () => ({ ...invoice, contact_id: owner.id });
    const made = await createOnce(run, { step: 'create_invoice', type: 'invoices', fields });
    const [current] = await readAgain(run, 're_read', [made]);
    return announcing(run, [current], {
      contact: shownContact(owner),
      invoice: current,
    });
  },
};
