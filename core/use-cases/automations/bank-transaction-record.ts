import { succeeded } from '../../engine/operation-kind.ts';
import { lackOf } from '../providers/coverage.ts';
import { contactOnce, contactSteps, knownContact, lackOfContact, shownContact } from './contact-step.ts';
import { plannedCreate, type Recipe } from './recipe.ts';
import { createOnce } from './recipe-steps.ts';
import { shown, summaryOf } from './record-summary.ts';

/** Merchants are often known by nothing but their name. */
const finding = { byName: true } as const;

export const bankTransactionRecord: Recipe<'bank_transaction.record'> = {
  title: 'Record a bank transaction with its contact',
  description:
    'Finds the contact by its number, else by its email, else by its name, or creates it; then records what was spent or received. A file is attached by a request of its own, because no bytes of files are kept for background work.',
  steps: [...contactSteps, { name: 'record', description: 'Creates the bank transaction.', writes: true }],
  lack: (traits, { contact, bank_transaction }) =>
    lackOfContact(traits, contact, finding) ??
    lackOf(traits, [
      { type: 'contacts', can: ['read', 'create'], fields: contact },
      { type: 'bank_transactions', can: ['create'], fields: bank_transaction },
    ]),
  plan: async (ledger, { contact, bank_transaction }) => {
    const found = await knownContact(ledger, contact, finding);
    const contact_id = found ? summaryOf(found).id : undefined;
    return {
      ...(found ? {} : { create_contact: plannedCreate('contacts', contact) }),
      record: plannedCreate('bank_transactions', { ...bank_transaction, contact_id }),
    };
  },
  run: async (run, { contact, bank_transaction }) => {
    const owner = await contactOnce(run, contact, finding);
    const fields = async () => ({ ...bank_transaction, contact_id: owner.id });
    const made = await createOnce(run, { step: 'record', type: 'bank_transactions', fields });
    return async () => succeeded({ contact: shownContact(owner), bank_transaction: shown(made) });
  },
};
