// The organization, the companies and the keys that every run begins with, made by a core of its own.
import { randomUUID } from 'node:crypto';
import type { Caller, Core, Plane } from '#core';
import { resourceIdOf } from '../../core/families/resource-id.ts';
import { capOfCount, capOfDay, capOfOne, type KeyName, keyNames, type Places } from './intents.ts';

export interface KeyRing {
  secretOf(name: KeyName): string;
  idOf(name: KeyName): string;
  put(name: KeyName, key: { readonly id: string; readonly secret: string }): void;
}

export interface Terms {
  readonly currency: string;
  /** How many intents the run has. */
  readonly count: number;
}

/** The keys of a run; each reaches one company. */
export async function issueKeys(
  core: Core,
  plane: Plane,
  connectionId: string,
  { currency, count }: Terms,
): Promise<KeyRing> {
  const none = { perWrite: null, perDay: null, writesPerDay: null };
  const limits = {
    ...{ free: null, unasked: null, held: null, high: null },
    capped: { ...none, perWrite: { [currency]: capOfOne }, perDay: { [currency]: capOfDay(count) } },
    counted: { ...none, writesPerDay: capOfCount(count) },
  };
  const approval = {
    free: 'none',
    unasked: 'none',
    capped: 'none',
    counted: 'none',
    held: 'all',
    high: 'high',
  } as const;
  const keys = new Map<KeyName, { readonly id: string; readonly secret: string }>();
  for (const name of keyNames) {
    const { key, secret } = await core.access.issueKey({
      ...{
        ...plane,
        name,
        kind: 'agent' as const,
        scopes: ['read', 'write', 'automate'],
        connectionIds: [connectionId],
      },
      ...{ limits: limits[name], requiresApproval: approval[name] },
      ...(name === 'unasked' && { lookAlikeHours: 0 }),
    });
    keys.set(name, { id: key.id, secret });
  }
  const known = (name: KeyName) => {
    const key = keys.get(name);
    if (!key) throw new Error(`there is no key ${name}`);
    return key;
  };
  return {
    secretOf: (name) => known(name).secret,
    idOf: (name) => known(name).id,
    put: (name, key) => void keys.set(name, key),
  };
}

/** Contacts and authorised invoices to be paid, written by a program of the organization's own. */
export async function stock(
  core: Core,
  caller: Caller,
  connectionId: string,
): Promise<Pick<Places, 'contacts' | 'invoices'> & { currency: string }> {
  const create = async (type: string, body: object) => {
    const write = { key: randomUUID(), body: body as never };
    return (await core.resources.create(caller, { connectionId, type, write })).value;
  };
  const contacts: string[] = [];
  for (const name of ['Harbour Coffee', 'North Sea Shipping', 'Mill Lane School']) {
    contacts.push(resourceIdOf('contacts', (await create('contacts', { name })).providerId));
  }
  const invoices: Places['invoices'][number][] = [];
  let currency = '';
  for (const contact_id of contacts) {
    const line_items = [{ description: 'Ships', quantity: 1, unit_amount: 1_000_000, account_code: '200' }];
    const made = await create('invoices', { contact_id, line_items, status: 'AUTHORISED', due_date: '2030-01-31' });
    currency = String(made.fields['currency']);
    invoices.push({ id: resourceIdOf('invoices', made.providerId), providerId: made.providerId });
  }
  return { contacts, invoices, currency };
}
