/** Contact groups: named, filled and emptied by contacts' ids, ended by the status DELETED. */
import type { ContactGroupRecord } from '../books/contact-group-record.ts';
import { type JsonObject, textAt } from '../http/json.ts';
import { refuse } from '../http/problems.ts';
import type { BookContext } from './book-context.ts';
import { statusField } from './fields.ts';

const nameMost = 255;
const groupsMost = 100;

/** Provider: nothing says that two groups cannot have one name, so an equal one is a second. */
export function writeContactGroup(
  { books, newId }: BookContext,
  body: JsonObject,
  before?: ContactGroupRecord,
): ContactGroupRecord {
  const name = textAt(body, 'Name') ?? before?.name ?? '';
  if (name.trim() === '') refuse('The contact group name must be specified.');
  if (name.length > nameMost) refuse(`The contact group name must not be longer than ${nameMost} characters.`);
  const active = books.contactGroups.list().filter(({ status }) => status === 'ACTIVE');
  if (!before && active.length >= groupsMost) refuse(`There are already ${groupsMost} contact groups.`);
  return books.contactGroups.put({
    id: before?.id ?? newId(),
    name,
    status: statusField(body, ['ACTIVE', 'DELETED'], before?.status ?? 'ACTIVE'),
    contactIds: before?.contactIds ?? [],
    updated: books.stamp(),
  });
}

/** One contact that is put into a group; it may be in it already. */
export function addToGroup({ books }: BookContext, group: ContactGroupRecord, body: JsonObject): string {
  const id = (textAt(body, 'ContactID') ?? '').toLowerCase();
  const contact = books.contacts.get(id) ?? refuse(`The contact ${id} could not be found.`);
  const { contactIds } = books.contactGroups.get(group.id) ?? group;
  if (!contactIds.includes(contact.id)) {
    books.contactGroups.put({ ...group, contactIds: [...contactIds, contact.id], updated: books.stamp() });
  }
  return contact.id;
}

export function removeFromGroup({ books }: BookContext, group: ContactGroupRecord, contactId?: string): void {
  const contactIds = contactId === undefined ? [] : group.contactIds.filter((id) => id !== contactId);
  books.contactGroups.put({ ...group, contactIds, updated: books.stamp() });
}
