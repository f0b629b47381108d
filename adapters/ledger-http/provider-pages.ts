// The provider's own pages about a record: the one that a customer sees, and the one that a person works in.
import { isJsonObject, type LedgerAccess, type LedgerRecord, notFound, ServiceError, textField } from '#core';
import type { Caller } from './caller.ts';
import type { CallBounds } from './http/bounds.ts';
import { families } from './wire/families.ts';
import { isRecordId } from './wire/record.ts';

/** Provider: only sales that are not drafts have one; for others it refuses the call, in words that are not settled. */
export async function onlineInvoiceUrl(
  caller: Caller,
  bounds: CallBounds,
  access: LedgerAccess,
  providerId: string,
): Promise<string | undefined> {
  const family = families.invoices;
  if (!isRecordId(family, providerId)) throw notFound('invoice');
  const path = `${family.path}/${encodeURIComponent(providerId)}/OnlineInvoice`;
  const call = { method: 'GET', path, accept: 'application/json', record: 'invoice' } as const;
  try {
    const { json } = await caller.json(access, call, bounds);
    const pages = json['OnlineInvoices'];
    const page = Array.isArray(pages) ? pages[0] : undefined;
    const url = isJsonObject(page) ? page['OnlineInvoiceUrl'] : undefined;
    return typeof url === 'string' && isWebAddress(url) ? url : undefined;
  } catch (error) {
    if (error instanceof ServiceError && error.code === 'PROVIDER_REJECTED') return undefined;
    throw error;
  }
}

function isWebAddress(text: string): boolean {
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);
}

/** Provider: an organization's home is named by its short code, which may hold a `!`; that is legal in a path. */
export function organizationLink(appUrl: string, organization: LedgerRecord): string | undefined {
  const shortCode = textField(organization, 'short_code');
  return shortCode === null ? undefined : `${appUrl}/app/${encodeURIComponent(shortCode)}/`;
}
