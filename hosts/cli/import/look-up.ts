// Looks up in a connection's lists what the rows of a template name: contacts, tax rates, branding themes.
import type { Service } from '../service.ts';
import { patient, polling } from '../service.ts';
import { meantName } from './template.ts';
import type { Found, Names, Template, WantedContact } from './template-rows.ts';

type Api = Service['api'];

/** The contacts that the connection does not have, under their keys. */
export type Missing = ReadonlyMap<string, WantedContact>;

const namedMost = 5;
const options = { limit: 200, ...patient, ...polling() };

/**
 * Finds what the template's rows name, and gives it to the template. `isMaking`: contacts that are missing will be made
 * and are no fault.
 */
export async function lookUp(template: Template, api: Api, connection: string, isMaking: boolean): Promise<Missing> {
  const { contacts, missing } = await contactsOf(template, api, connection, isMaking);
  template.found = {
    contacts,
    taxTypes: await taxTypesOf(template, api, connection),
    brandingThemes: await brandingThemesOf(template, api, connection),
  };
  return missing;
}

interface Listed {
  readonly id: string;
  readonly name: string;
}

async function contactsOf({ contacts }: Template, api: Api, connection: string, isMaking: boolean) {
  const byName = new Map<string, Listed[]>();
  const byEmail = new Map<string, Listed[]>();
  const emails = new Set([...contacts.values()].map(({ email }) => meantName(email)));
  if (contacts.size > 0) {
    for await (const { id, name, email, status } of api.contacts.list(connection, options)) {
      if (status === 'ARCHIVED' || typeof name !== 'string') continue;
      // Only what the file names is kept in memory.
      if (contacts.has(meantName(name))) add(byName, meantName(name), { id, name });
      if (email && emails.has(meantName(email))) add(byEmail, meantName(email), { id, name });
    }
  }
  const found = new Map<string, Found>();
  const missing = new Map<string, WantedContact>();
  for (const [key, contact] of contacts) {
    const named = byName.get(key) ?? [];
    const exact = named.filter(({ name }) => name === contact.name);
    const candidates = exact.length === 1 ? exact : named;
    const matching = candidates.length > 0 ? candidates : (byEmail.get(meantName(contact.email)) ?? []);
    const isMade = matching.length === 0 && isMaking && contact.name !== '';
    if (isMade) missing.set(key, contact);
    else found.set(key, oneOf(matching, contact));
  }
  return { contacts: found, missing };
}

function add(lists: Map<string, Listed[]>, key: string, one: Listed): void {
  const list = lists.get(key) ?? [];
  list.push(one);
  lists.set(key, list);
}

function oneOf(matching: readonly Listed[], { name, email }: WantedContact): Found {
  const [only, ...others] = matching;
  if (only && others.length === 0) return { id: only.id };
  if (only) {
    const ids = matching.slice(0, namedMost).map(({ id }) => id);
    return { why: `"${name || email}" is the name or address of ${matching.length} contacts: ${ids.join(', ')}` };
  }
  const hint = name === '' ? 'name it in the template' : '--create-contacts makes it';
  return {
    why: `no contact is called "${name || email}"${email && name ? ` or has the address ${email}` : ''}: ${hint}`,
  };
}

async function taxTypesOf({ taxTypes }: Template, api: Api, connection: string): Promise<Names> {
  const known: { name: string; id: string }[] = [];
  if (taxTypes.size > 0) {
    for await (const { name, tax_type } of api.taxRates.list(connection, options)) {
      if (!tax_type) continue;
      known.push({ name: tax_type, id: tax_type });
      if (name) known.unshift({ name, id: tax_type });
    }
  }
  return found(taxTypes, known, 'tax rate');
}

async function brandingThemesOf({ brandingThemes }: Template, api: Api, connection: string): Promise<Names> {
  const known: { name: string; id: string }[] = [];
  if (brandingThemes.size > 0) {
    for await (const { id, name } of api.brandingThemes.list(connection, options)) if (name) known.push({ name, id });
  }
  return found(brandingThemes, known, 'branding theme');
}

function found(wanted: ReadonlyMap<string, string>, known: readonly Listed[], what: string): Names {
  return new Map(
    [...wanted].map(([key, name]): [string, Found] => {
      const ids = [...new Set(known.filter((one) => meantName(one.name) === key).map(({ id }) => id))];
      const [id] = ids;
      if (id !== undefined && ids.length === 1) return [key, { id }];
      if (id !== undefined) return [key, { why: `"${name}" is the name of several: ${ids.join(', ')}` }];
      const names = [...new Set(known.map((one) => one.name))].slice(0, namedMost);
      return [key, { why: `no ${what} is called "${name}"; there are ${names.join(', ') || 'none'}` }];
    }),
  );
}

/** A contact to make, as an item of a bulk write. */
export function contactItem({ name, email, address }: WantedContact, position: number) {
  const addresses = Object.keys(address).length > 0 ? { addresses: [{ type: 'POBOX', ...address }] } : {};
  return { item_key: `contact ${position}`, name, ...(email && { email }), ...addresses };
}
