import { isJsonObject } from '#core';
import { type Field, reference, serviceId, textAt } from './field.ts';

export const contactId = reference('contact_id', 'contacts', 'Contact', 'ContactID');

/** Whom a document is for, in short. */
export const contact: Field = {
  name: 'contact',
  read: (native) => {
    const value = native['Contact'];
    if (!isJsonObject(value)) return null;
    const id = serviceId('contacts', value['ContactID']);
    return id === null
      ? null
      : { id, provider_id: textAt(value, 'ContactID')?.toLowerCase() ?? null, name: textAt(value, 'Name') };
  },
};
