import type { Json, ResourceType } from '#core';

type Follows = Readonly<Record<string, readonly string[]>>;

/** Provider: what may have become of a new document by now. A status that no table knows stays what it is. */
const follows: Partial<Record<ResourceType, Follows>> = {
  contacts: { ACTIVE: ['ARCHIVED', 'GDPRREQUEST'], ARCHIVED: ['ACTIVE', 'GDPRREQUEST'] },
  accounts: { ACTIVE: ['ARCHIVED', 'DELETED'], ARCHIVED: ['ACTIVE', 'DELETED'] },
  payments: { AUTHORISED: ['DELETED'] },
  invoices: {
    DRAFT: ['SUBMITTED', 'AUTHORISED', 'PAID', 'VOIDED', 'DELETED'],
    SUBMITTED: ['DRAFT', 'AUTHORISED', 'PAID', 'VOIDED', 'DELETED'],
    AUTHORISED: ['PAID', 'VOIDED'],
  },
  quotes: {
    DRAFT: ['SENT', 'ACCEPTED', 'DECLINED', 'INVOICED', 'DELETED'],
    SENT: ['ACCEPTED', 'DECLINED', 'INVOICED', 'DELETED'],
    // Some that were to begin as accepted are reported to have begun as drafts.
    ACCEPTED: ['DRAFT', 'SENT', 'DECLINED', 'INVOICED', 'DELETED'],
  },
  purchase_orders: {
    DRAFT: ['SUBMITTED', 'AUTHORISED', 'BILLED', 'DELETED'],
    SUBMITTED: ['DRAFT', 'AUTHORISED', 'BILLED', 'DELETED'],
    AUTHORISED: ['BILLED', 'DELETED'],
    BILLED: ['DELETED'],
  },
};

/** Whether a document that was sent with one status may have the other now; without one it began as the usual draft. */
export function mayHaveBecome(type: ResourceType, sent: Json, held: Json | undefined): boolean {
  const [began, stands] = [String(sent).toUpperCase(), String(held).toUpperCase()];
  return began === stands || (follows[type]?.[began]?.includes(stands) ?? false);
}
