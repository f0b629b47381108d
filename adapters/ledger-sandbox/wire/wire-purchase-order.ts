import type { ContactRecord } from '../books/contact-record.ts';
import type { PurchaseOrderRecord } from '../books/purchase-order-record.ts';
import type { JsonObject } from '../http/json.ts';
import { dayString, wireDay, wireMoment } from '../http/wire-dates.ts';
import { wireContact, wireSlimContact } from './wire-contact.ts';
import { wireLine } from './wire-lines.ts';

const day = (key: string, value: string | undefined) =>
  value === undefined ? {} : { [`${key}String`]: dayString(value), [key]: wireDay(value) };

export function wirePurchaseOrder(
  order: PurchaseOrderRecord,
  contact: ContactRecord | undefined,
  form: 'write' | 'read',
): JsonObject {
  const { subTotal, totalTax, total, totalDiscount } = order.totals;
  const text = Object.entries(order.text).filter(([, value]) => value !== '');
  return {
    PurchaseOrderID: order.id,
    PurchaseOrderNumber: order.number,
    ...day('Date', order.date),
    ...day('DeliveryDate', order.deliveryDate),
    ...(order.expectedArrivalDate === undefined ? {} : { ExpectedArrivalDate: wireDay(order.expectedArrivalDate) }),
    ...Object.fromEntries(text),
    HasErrors: false,
    IsDiscounted: totalDiscount !== 0,
    TotalDiscount: totalDiscount,
    SentToContact: order.sentToContact,
    Type: 'PURCHASEORDER',
    Reference: order.reference,
    CurrencyRate: order.currencyRate,
    CurrencyCode: order.currencyCode,
    Contact: contact ? (form === 'write' ? wireContact(contact) : wireSlimContact(contact)) : {},
    BrandingThemeID: order.brandingThemeId,
    Status: order.status,
    LineAmountTypes: order.lineAmountTypes,
    LineItems: order.lines.map((line) => wireLine(line, { unitPlaces: 4, isListed: false })),
    SubTotal: subTotal,
    TotalTax: totalTax,
    Total: total,
    UpdatedDateUTC: wireMoment(order.updated),
    HasAttachments: order.hasAttachments === true,
  } as JsonObject;
}
