// The provider's own pages about a record: the one that a customer sees, and the one that a person works in.
import { isJsonObject, type LedgerAccess, type LedgerRecord, ServiceError, textField } from '#core/ports';
import type { Caller } from './caller.ts';
import { recordAddress } from './reads.ts';
import { families } from './wire/families.ts';

/** Provider: only sales that are not drafts have one; for others it refuses the call, in words that are not settled. */
export async function onlineInvoiceUrl(
  caller: Caller,
  access: LedgerAccess,
  providerId: string,
): Promise<string | undefined> {
  const path = recordAddress(families.invoices, providerId, '/OnlineInvoice');
  const call = { method: 'GET', path, record: 'invoice' } as const;
  try {
    const { json } = await caller.json(access, call);
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
