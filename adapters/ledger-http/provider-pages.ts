// The provider's own pages about a record: the one that a customer sees, and the one that a person works in.
import { isJsonObject, type LedgerGateway, ServiceError, textField } from '#core/ports';
import type { Caller } from './caller.ts';
import { recordAddress } from './reads.ts';
import { families } from './wire/families.ts';

export function providerPages(
  caller: Caller,
  appUrl: string,
): Pick<LedgerGateway, 'onlineInvoiceUrl' | 'organizationLink'> {
  return {
    /** Provider: only sales that are not drafts have one; for others it refuses the call, in words that are not settled. */
    async onlineInvoiceUrl(access, providerId) {
      const path = recordAddress(families.invoices, providerId, '/OnlineInvoice');
      try {
        const { json } = await caller.json(access, { method: 'GET', path, record: 'invoice' });
        const pages = json['OnlineInvoices'];
        const page = Array.isArray(pages) ? pages[0] : undefined;
        const url = isJsonObject(page) ? page['OnlineInvoiceUrl'] : undefined;
        return typeof url === 'string' && isWebAddress(url) ? url : undefined;
      } catch (error) {
        if (error instanceof ServiceError && error.code === 'PROVIDER_REJECTED') return undefined;
        throw error;
      }
    },
    /** Provider: an organization's home is named by its short code, which may hold a `!`; that is legal in a path. */
    organizationLink(organization) {
      const shortCode = textField(organization, 'short_code');
      return shortCode === null ? undefined : `${appUrl}/app/${encodeURIComponent(shortCode)}/`;
    },
  };
}

function isWebAddress(text: string): boolean {
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);
}
