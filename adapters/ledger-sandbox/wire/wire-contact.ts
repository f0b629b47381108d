import type { ContactRecord } from '../books/contact-record.ts';
import type { JsonObject } from '../http/json.ts';
import { wireMoment } from '../http/wire-dates.ts';

const phoneTypes = ['DDI', 'DEFAULT', 'FAX', 'MOBILE'];
const addressTypes = ['STREET', 'POBOX'];
const noPhone = { PhoneNumber: '', PhoneAreaCode: '', PhoneCountryCode: '' };
const noAddress = { City: '', Region: '', PostalCode: '', Country: '' };

/** Provider: answers show every slot, sent or not; slots of unusual types follow. */
function slots(kept: readonly JsonObject[], key: string, usual: readonly string[], empty: object): readonly object[] {
  const others = kept.filter((slot) => !usual.includes(String(slot[key])));
  const named = usual.map((type) => ({ [key]: type, ...empty, ...kept.find((slot) => slot[key] === type) }));
  return [...named, ...others];
}

/** The whole contact, as in writes and in single or paged reads. */
export function wireContact(contact: ContactRecord): JsonObject {
  return {
    ContactID: contact.id,
    ...(contact.number ? { ContactNumber: contact.number } : {}),
    ContactStatus: contact.status,
    Name: contact.name,
    BankAccountDetails: '',
    ...contact.text,
    Addresses: slots(contact.addresses, 'AddressType', addressTypes, noAddress) as JsonObject[],
    Phones: slots(contact.phones, 'PhoneType', phoneTypes, noPhone) as JsonObject[],
    UpdatedDateUTC: wireMoment(contact.updated),
    ...(contact.paymentTerms ? { PaymentTerms: contact.paymentTerms } : {}),
    ContactGroups: [],
    IsSupplier: contact.isSupplier,
    IsCustomer: contact.isCustomer,
    SalesTrackingCategories: [],
    PurchasesTrackingCategories: [],
    ContactPersons: contact.persons,
    HasAttachments: contact.hasAttachments === true,
    HasValidationErrors: false,
  };
}

/** The short form in unpaged lists and with `summaryOnly`. */
export function wireContactSummary(contact: ContactRecord): JsonObject {
  const { EmailAddress, FirstName, LastName } = contact.text;
  return {
    ContactID: contact.id,
    ...(contact.number ? { ContactNumber: contact.number } : {}),
    ContactStatus: contact.status,
    Name: contact.name,
    ...(FirstName ? { FirstName } : {}),
    ...(LastName ? { LastName } : {}),
    ...(EmailAddress === undefined ? {} : { EmailAddress }),
    UpdatedDateUTC: wireMoment(contact.updated),
    IsSupplier: contact.isSupplier,
    IsCustomer: contact.isCustomer,
    HasValidationErrors: false,
  };
}

/** The contact inside an invoice. */
export function wireSlimContact(contact: ContactRecord): JsonObject {
  return {
    ContactID: contact.id,
    ...(contact.number ? { ContactNumber: contact.number } : {}),
    Name: contact.name,
    Addresses: [],
    Phones: [],
    ContactGroups: [],
    ContactPersons: [],
    HasValidationErrors: false,
  };
}

/** The contact inside a quote. */
export function wireQuoteContact(contact: ContactRecord): JsonObject {
  const { EmailAddress = '', FirstName, LastName } = contact.text;
  return {
    ContactID: contact.id,
    Name: contact.name,
    ...(FirstName ? { FirstName } : {}),
    ...(LastName ? { LastName } : {}),
    EmailAddress,
  };
}
