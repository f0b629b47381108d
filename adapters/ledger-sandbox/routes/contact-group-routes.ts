import type { ContactGroupRecord } from '../books/contact-group-record.ts';
import type { TenantBooks } from '../books/tenant-books.ts';
import type { Call, RouteTable } from '../http/call.ts';
import { envelope } from '../http/envelope.ts';
import type { JsonObject } from '../http/json.ts';
import type { Reply } from '../http/message.ts';
import { notFound } from '../http/problems.ts';
import { type DocumentFamily, writeDocuments } from '../http/write-documents.ts';
import { addToGroup, removeFromGroup, writeContactGroup } from '../rules/contact-groups.ts';

/** Provider: only a group that is read by its id shows its contacts. */
export function wireContactGroup(books: TenantBooks, group: ContactGroupRecord, isWhole: boolean): JsonObject {
  return {
    Name: group.name,
    Status: group.status,
    ContactGroupID: group.id,
    HasValidationErrors: false,
    ...(isWhole && { Contacts: group.contactIds.map((id) => member(books, id)) }),
  };
}

const member = (books: TenantBooks, id: string): JsonObject => ({
  ContactID: id,
  Name: books.contacts.get(id)?.name ?? '',
});

function contactGroups(call: Call, id: string): Reply {
  const active = call.books.contactGroups.list().filter(({ status }) => status === 'ACTIVE');
  const found = id === '' ? active : active.filter((group) => group.id === id.toLowerCase());
  if (id !== '' && found.length === 0) return notFound();
  const elements = found.map((group) => JSON.stringify(wireContactGroup(call.books, group, id !== '')));
  return envelope(call, { collection: 'ContactGroups', elements });
}

function family(before?: ContactGroupRecord): DocumentFamily<ContactGroupRecord> {
  return {
    collection: 'ContactGroups',
    singular: 'contact group',
    idKey: 'ContactGroupID',
    errorFlag: 'HasValidationErrors',
    write: (call, body) => writeContactGroup(call, body, before),
    match: () => before,
    echo: ({ books }, group) => wireContactGroup(books, group, true),
  };
}

function ofGroup(call: Call, id: string, act: (group: ContactGroupRecord) => Reply): Reply {
  const group = call.books.contactGroups.get(id.toLowerCase());
  return group?.status === 'ACTIVE' ? act(group) : notFound();
}

function addContacts(call: Call, id: string): Reply {
  return ofGroup(call, id, (group) =>
    writeDocuments<{ readonly id: string }>(call, {
      ...{ collection: 'Contacts', singular: 'contact', idKey: 'ContactID', errorFlag: 'HasValidationErrors' },
      write: (inner, body) => ({ id: addToGroup(inner, group, body) }),
      match: () => undefined,
      echo: ({ books }, contact) => member(books, contact.id),
    }),
  );
}

const nothing: Reply = { status: 204, headers: {}, body: '' };

function removeContacts(call: Call, id: string, contactId?: string): Reply {
  return ofGroup(call, id, (group) => {
    const named = contactId?.toLowerCase();
    if (named !== undefined && !group.contactIds.includes(named)) return notFound();
    removeFromGroup(call, group, named);
    return nothing;
  });
}

export const contactGroupRoutes: RouteTable = {
  'GET contactgroups': { area: 'contacts', handle: contactGroups },
  'PUT contactgroups': { area: 'contacts', handle: (call) => writeDocuments(call, family()) },
  'GET contactgroups/:id': { area: 'contacts', handle: contactGroups },
  'POST contactgroups/:id': {
    area: 'contacts',
    handle: (call, id) => ofGroup(call, id, (group) => writeDocuments(call, family(group), true)),
  },
  'PUT contactgroups/:id/contacts': { area: 'contacts', handle: addContacts },
  'DELETE contactgroups/:id/contacts': { area: 'contacts', handle: (call, id) => removeContacts(call, id) },
  'DELETE contactgroups/:id/contacts/:name': { area: 'contacts', handle: removeContacts },
};
