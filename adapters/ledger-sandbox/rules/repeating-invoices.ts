/** Repeating invoices: a person, or a request, makes one; the API ends it and changes nothing else. */
import type { RepeatingInvoiceRecord, RepeatingSchedule } from '../books/repeating-invoice-record.ts';
import { type JsonObject, numberAt, objectAt, objectsAt, textAt } from '../http/json.ts';
import { refuse, WireProblem } from '../http/problems.ts';
import type { BookContext } from './book-context.ts';
import { chooseContact } from './document-contact.ts';
import { currencyField, dayField, modeField, statusField, textField, themeField, today } from './fields.ts';
import { readLines } from './lines.ts';
import { totalsOf } from './tax.ts';

export function createRepeating(context: BookContext, body: JsonObject): RepeatingInvoiceRecord {
  const type = textAt(body, 'Type')?.toUpperCase();
  if (type !== 'ACCREC' && type !== 'ACCPAY') return refuse('The Type field must be ACCREC or ACCPAY.');
  const mode = modeField(body, 'Exclusive');
  const itemSide = type === 'ACCREC' ? 'sale' : 'purchase';
  const plan = { mode, existing: [], accountTax: true, unitPlaces: context.unitPlaces, itemSide } as const;
  const { lines, messages } = readLines(context, objectsAt(body, 'LineItems') ?? [], plan);
  if (messages.length > 0) refuse(...messages);
  if (lines.length === 0) refuse('One or more line items must be specified');
  const schedule = scheduleOf(context, objectAt(body, 'Schedule') ?? {});
  const contact = chooseContact(context, body, { mayWrite: true }).settle();
  return context.books.repeatingInvoices.put({
    id: context.newId(),
    updated: context.books.stamp(),
    type,
    status: statusField(body, ['DRAFT', 'AUTHORISED'], 'DRAFT'),
    contactId: contact.id,
    reference: textField(body, 'Reference', '', 255),
    lineAmountTypes: mode,
    lines,
    totals: totalsOf(lines, mode),
    brandingThemeId: themeField(context, body, undefined),
    currencyCode: currencyField(context, body, undefined).currencyCode,
    schedule,
  });
}

function scheduleOf(context: BookContext, body: JsonObject): RepeatingSchedule {
  const period = numberAt(body, 'Period') ?? 1;
  const unit = textAt(body, 'Unit')?.toUpperCase() ?? 'MONTHLY';
  if (unit !== 'WEEKLY' && unit !== 'MONTHLY') return refuse('The Unit of a schedule must be WEEKLY or MONTHLY.');
  if (!Number.isInteger(period) || period < 1) refuse('The Period of a schedule must be a whole number.');
  const startDate = dayField(body, 'StartDate', undefined) ?? today(context);
  return {
    period,
    unit,
    dueDate: numberAt(body, 'DueDate') ?? 20,
    dueDateType: textAt(body, 'DueDateType')?.toUpperCase() ?? 'OFFOLLOWINGMONTH',
    startDate,
    nextDate: startDate,
    endDate: dayField(body, 'EndDate', undefined),
  };
}

/** Provider: what a POST would change is not documented, and was seen to fail as an error of its own. */
export function endRepeating(
  context: BookContext,
  repeating: RepeatingInvoiceRecord,
  body: JsonObject,
): RepeatingInvoiceRecord {
  const isEnd = textAt(body, 'Status')?.toUpperCase() === 'DELETED';
  const others = Object.keys(body).filter((key) => key !== 'Status' && key !== 'RepeatingInvoiceID');
  if (!isEnd || others.length > 0) throw new WireProblem({ status: 500, headers: {}, body: '' });
  if (repeating.status === 'DELETED') refuse('The repeating invoice has already been deleted.');
  return context.books.repeatingInvoices.put({ ...repeating, status: 'DELETED', updated: context.books.stamp() });
}
