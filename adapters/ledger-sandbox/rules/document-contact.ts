/** The contact of a document: found by id, number or name, made from a bare name, or changed by further fields. */
import type { ContactRecord } from '../books/contact-record.ts';
import { type JsonObject, objectAt, textAt } from '../http/json.ts';
import { refuse } from '../http/problems.ts';
import type { BookContext } from './book-context.ts';
import { activeNamed, archivedMessage, writeContact } from './contacts.ts';

const missing = 'A Contact must be specified for this type of transaction';
/** `settle` creates a missing contact; call it only when the document itself is valid. */
export interface ChosenContact {
  /** Undefined while the contact does not exist. */
  readonly id: string | undefined;
  settle(): ContactRecord;
}

export interface ContactChoice {
  /** Provider: a purchase order never creates or changes a contact. */
  readonly mayWrite: boolean;
  /** The contact that stays when the document sends none or an empty one. */
  readonly before?: string | undefined;
}

export function chooseContact(context: BookContext, body: JsonObject, choice: ContactChoice): ChosenContact {
  const sent = objectAt(body, 'Contact') ?? {};
  const name = textAt(sent, 'Name');
  const known = lookUp(context, sent);
  if (known) {
    if (known.status === 'ARCHIVED' && known.id !== choice.before) refuse(archivedMessage);
    const mayChange = choice.mayWrite && known.status === 'ACTIVE';
    return { id: known.id, settle: () => (mayChange ? applyChanges(context, known, sent) : known) };
  }
  if (textAt(sent, 'ContactID')) refuse('The specified contact could not be found.');
  if (name && choice.mayWrite) return { id: undefined, settle: () => writeContact(context, sent, { how: 'create' }) };
  const before = choice.before === undefined ? undefined : context.books.contacts.get(choice.before);
  if (name || !before) refuse(missing);
  return { id: before.id, settle: () => before };
}

function lookUp(context: BookContext, sent: JsonObject): ContactRecord | undefined {
  const id = textAt(sent, 'ContactID');
  if (id) return context.books.contacts.get(id.toLowerCase());
  const number = textAt(sent, 'ContactNumber');
  const byNumber = number ? context.books.contacts.find('number', number.toLowerCase())[0] : undefined;
  const name = textAt(sent, 'Name');
  return byNumber ?? (name ? activeNamed(context, name) : undefined);
}

/** Provider: contact fields beside the id change the contact, even inside a document. */
function applyChanges(context: BookContext, known: ContactRecord, sent: JsonObject): ContactRecord {
  const differs = Object.entries(sent).some(([key, value]) => {
    if (typeof value !== 'string' || key === 'ContactID') return false;
    if (key === 'Name') return value !== '' && value !== known.name;
    if (key === 'ContactNumber') return value !== (known.number ?? '');
    return (
      ['FirstName', 'LastName', 'EmailAddress', 'AccountNumber'].includes(key) && value !== (known.text[key] ?? '')
    );
  });
  return differs ? writeContact(context, sent, { how: 'update', id: known.id }) : known;
}

/** Provider: a first document sets these flags without changing the contact's modification stamp. */
export function markTrade(context: BookContext, contact: ContactRecord, side: 'customer' | 'supplier'): void {
  const marked = side === 'customer' ? contact.isCustomer : contact.isSupplier;
  if (marked) return;
  context.books.contacts.put({ ...contact, ...(side === 'customer' ? { isCustomer: true } : { isSupplier: true }) });
}
