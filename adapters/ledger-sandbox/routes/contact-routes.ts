import type { ContactRecord } from '../books/contact-record.ts';
import type { Call, RouteTable } from '../http/call.ts';
import { envelope } from '../http/envelope.ts';
import type { Reply } from '../http/message.ts';
import { notFound } from '../http/problems.ts';
import { type DocumentFamily, writeDocuments } from '../http/write-documents.ts';
import { pageRows } from '../lists/page-rows.ts';
import { type FieldTable, listFilter, searchFilter, selectRows } from '../lists/select-rows.ts';
import { findContact, matchContact, writeContact } from '../rules/contacts.ts';
import type { DocumentWrite } from '../rules/document-write.ts';
import { wireContact, wireContactSummary } from '../wire/wire-contact.ts';

const fields: FieldTable<ContactRecord> = {
  ContactID: (r) => r.id,
  ContactNumber: (r) => r.number,
  ContactStatus: (r) => r.status,
  Name: (r) => r.name,
  AccountNumber: (r) => r.text['AccountNumber'],
  FirstName: (r) => r.text['FirstName'],
  LastName: (r) => r.text['LastName'],
  EmailAddress: (r) => r.text['EmailAddress'],
  CompanyNumber: (r) => r.text['CompanyNumber'],
  TaxNumber: (r) => r.text['TaxNumber'],
  IsCustomer: (r) => r.isCustomer,
  IsSupplier: (r) => r.isSupplier,
  UpdatedDateUTC: (r) => r.updated,
};

const searched = (r: ContactRecord) => [
  r.name,
  r.number,
  r.text['FirstName'],
  r.text['LastName'],
  r.text['CompanyNumber'],
  r.text['EmailAddress'],
];

function listContacts(call: Call): Reply {
  const withArchived = call.query.get('includeArchived')?.toLowerCase() === 'true';
  const rows = selectRows(call, {
    rows: call.books.contacts.list(),
    fields,
    where: true,
    modifiedSince: true,
    keep: [
      withArchived ? undefined : (r) => r.status === 'ACTIVE',
      listFilter(call, 'IDs', (r: ContactRecord) => r.id),
      searchFilter(call, searched),
    ],
  });
  const page = pageRows(call, rows, 'asked');
  const elements = page.rows.map((r) =>
    page.paged
      ? call.echo.json(r, 'full', undefined, () => wireContact(r))
      : call.echo.json(r, 'summary', undefined, () => wireContactSummary(r)),
  );
  return envelope(call, { collection: 'Contacts', elements, pagination: page.pagination });
}

function readContact(call: Call, id: string): Reply {
  const contact = findContact(call, id);
  if (!contact) return notFound();
  const json = call.echo.json(contact, 'full', undefined, () => wireContact(contact));
  return envelope(call, { collection: 'Contacts', elements: [json] });
}

function family(write: DocumentWrite): DocumentFamily<ContactRecord> {
  return {
    collection: 'Contacts',
    singular: 'contact',
    idKey: 'ContactID',
    errorFlag: 'HasValidationErrors',
    write: (call, body) => writeContact(call, body, write),
    match: (call, body) =>
      write.how === 'create'
        ? undefined
        : matchContact(call, write.how === 'update' ? { ...body, ContactID: write.id } : body),
    echo: (_call, contact) => wireContact(contact),
  };
}

function updateContact(call: Call, id: string): Reply {
  const contact = findContact(call, id);
  return contact ? writeDocuments(call, family({ how: 'update', id: contact.id }), true) : notFound();
}

export const contactRoutes: RouteTable = {
  'GET contacts': { area: 'contacts', handle: listContacts },
  'PUT contacts': { area: 'contacts', handle: (call) => writeDocuments(call, family({ how: 'create' })) },
  'POST contacts': { area: 'contacts', handle: (call) => writeDocuments(call, family({ how: 'upsert' })) },
  'GET contacts/:id': { area: 'contacts', handle: readContact },
  'POST contacts/:id': { area: 'contacts', handle: updateContact },
};
