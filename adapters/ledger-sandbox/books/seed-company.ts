/** A company's last months as a bookkeeper would leave them; equal seeds and days give equal books. */
import { addDays, dayInZone } from '../http/wire-dates.ts';
import type { BookContext } from '../rules/book-context.ts';
import { writeContact } from '../rules/contacts.ts';
import { creditInvoice } from '../rules/credit-notes.ts';
import { writeInvoice } from '../rules/invoices.ts';
import { writeItem } from '../rules/items.ts';
import { createPayment } from '../rules/payments.ts';
import { writePurchaseOrder } from '../rules/purchase-orders.ts';
import { writeQuote } from '../rules/quotes.ts';
import { amountDue } from '../rules/settle.ts';

export interface CompanySeed {
  /** From 1 to 24. */
  readonly months: number;
  readonly random: number;
}

const aMonth = { sales: 34, bills: 11, quotes: 9, orders: 6 };
const daysAMonth = 30;
const create = { how: 'create' } as const;

/** `CurrencyRate` is what one New Zealand dollar buys. */
const currencies = [
  ...Array.from({ length: 7 }, () => ({ CurrencyCode: 'NZD', CurrencyRate: 1 })),
  { CurrencyCode: 'AUD', CurrencyRate: 0.92 },
  { CurrencyCode: 'USD', CurrencyRate: 0.61 },
  { CurrencyCode: 'GBP', CurrencyRate: 0.48 },
  { CurrencyCode: 'EUR', CurrencyRate: 0.56 },
];
type Currency = (typeof currencies)[number];

const places = ['Ridgeway', 'Northgate', 'Bayside', 'Harbour', 'Mill Lane', 'Old Town', 'Lakeview', 'Station Road'];
const places2 = ['Greenfield', 'Kowhai', 'Stonebridge', 'Seaview'];
const trades = ['Cafe', 'Builders', 'School', 'Joinery', 'Hotel', 'Medical Centre', 'Brewery', 'Property Group'];
const supplies = ['Timber', 'Steel', 'Freight', 'Power', 'Print', 'Fasteners', 'Paint', 'Insurance'];

const goods = [
  { Description: 'Workbench, oak', UnitAmount: 890, AccountCode: '200' },
  { Description: 'Stool', UnitAmount: 74.5, AccountCode: '200' },
  { Description: 'Shelf, per metre', UnitAmount: 46.2, AccountCode: '200' },
  { Description: 'Assembly, per hour', UnitAmount: 95, AccountCode: '260' },
  { Description: 'Delivery', UnitAmount: 60, AccountCode: '260' },
  { Description: 'Repair of a table', UnitAmount: 180, AccountCode: '260' },
];
const purchases = [
  { Description: 'Timber', UnitAmount: 12.5, AccountCode: '400' },
  { Description: 'Steel brackets', UnitAmount: 3.4, AccountCode: '400' },
  { Description: 'Varnish', UnitAmount: 28.9, AccountCode: '310' },
  { Description: 'Brochures', UnitAmount: 0.85, AccountCode: '461' },
];

interface Party extends Currency {
  readonly id: string;
}

interface Company {
  readonly context: BookContext;
  readonly draw: Draw;
  readonly today: string;
  readonly customers: readonly Party[];
  readonly suppliers: readonly Party[];
}

type Draw = ReturnType<typeof drawFrom>;

/** Draws pseudo-random numbers (mulberry32), the same ones for the same seed. */
function drawFrom(seed: number) {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  /** Draws an integer from 0 to `below` - 1. */
  const whole = (below: number): number => Math.floor(next() * below);
  return {
    whole,
    one: <T>(of: readonly [T, ...T[]] | readonly T[]): T => of[whole(of.length)] as T,
    chance: (percent: number): boolean => whole(100) < percent,
  };
}

export function seedCompany(context: BookContext, { months, random }: CompanySeed): void {
  const draw = drawFrom(random);
  const today = dayInZone(context.now, context.books.tenant.timeZone);
  const customers = parties(context, draw, trades, 4 + 3 * months);
  const company = { context, draw, today, customers, suppliers: parties(context, draw, supplies, 3 + months) };
  for (let month = months; month > 0; month -= 1) {
    const daysAgo = (): number => (month - 1) * daysAMonth + draw.whole(daysAMonth);
    const times = (count: number, write: (company: Company, day: string) => void): void => {
      const days = Array.from({ length: count }, () => addDays(today, -daysAgo())).sort();
      for (const day of days) write(company, day);
    };
    times(aMonth.sales, sell);
    times(aMonth.bills, buy);
    times(aMonth.quotes, quote);
    times(aMonth.orders, order);
  }
  for (const [index, { Description, UnitAmount, AccountCode }] of goods.entries()) {
    const SalesDetails = { UnitPrice: UnitAmount, AccountCode, TaxType: 'OUTPUT2' };
    writeItem(context, { Code: `G-${101 + index}`, Name: Description, Description, SalesDetails }, create);
  }
}

function parties(context: BookContext, draw: Draw, kinds: readonly string[], count: number): readonly Party[] {
  const all = [...places, ...places2].flatMap((place) => kinds.map((kind) => `${place} ${kind}`));
  return Array.from({ length: Math.min(count, all.length) }, (_, index) => {
    const [Name = ''] = all.splice(draw.whole(all.length), 1);
    const EmailAddress = `accounts@${Name.toLowerCase().replaceAll(' ', '-')}.example`;
    const currency = draw.one(currencies);
    const ContactNumber = `${kinds === trades ? 'C' : 'S'}-${1001 + index}`;
    const DefaultCurrency = currency.CurrencyCode;
    return {
      ...currency,
      id: writeContact(context, { Name, EmailAddress, ContactNumber, DefaultCurrency }, create).id,
    };
  });
}

/** Draws lines; sales abroad bear no tax. */
function lines(draw: Draw, from: typeof goods, { CurrencyCode }: Currency) {
  return Array.from({ length: 1 + draw.whole(4) }, () => {
    const Quantity = 1 + draw.whole(from === goods ? 6 : 80);
    return { ...draw.one(from), Quantity, ...(CurrencyCode === 'NZD' ? {} : { TaxType: 'ZERORATED' }) };
  });
}

const head = ({ id, CurrencyCode, CurrencyRate }: Party) => ({
  Contact: { ContactID: id },
  CurrencyCode,
  CurrencyRate,
});

function sell(company: Company, day: string): void {
  const { context, draw, today, customers } = company;
  const customer = draw.one(customers);
  const due = addDays(day, draw.one([7, 14, 20, 30]));
  const isYoung = day > addDays(today, -10);
  const Status = isYoung && draw.chance(30) ? draw.one(['DRAFT', 'SUBMITTED']) : 'AUTHORISED';
  const dates = { Date: day, DueDate: due, Reference: `JOB-${100 + draw.whole(900)}` };
  const LineItems = lines(draw, goods, customer);
  const sale = writeInvoice(context, { Type: 'ACCREC', ...head(customer), ...dates, Status, LineItems }, create);
  if (Status !== 'AUTHORISED') return;
  const fate = draw.whole(100);
  if (fate < 4) writeInvoice(context, { InvoiceID: sale.id, Status: 'VOIDED' }, { how: 'update', id: sale.id });
  else if (fate < 8) credit(company, sale, fate);
  else if (fate < 16) pay(company, sale.id, { from: due, share: 0.25 + draw.whole(50) / 100 });
  else if (fate < 88) pay(company, sale.id, { from: day, share: 1 });
}

/** Credits a part of what is due; every other credit is not allocated. */
function credit({ context }: Company, sale: ReturnType<typeof writeInvoice>, fate: number): void {
  const amount = Math.round(amountDue(sale) * 20) / 100;
  if (amount > 0) creditInvoice(context, sale, { amount, isAllocated: fate % 2 === 0 });
}

/** Pays some weeks after `from`, unless that is in the future. */
function pay({ context, draw, today }: Company, id: string, { from, share }: { from: string; share: number }): void {
  const invoice = context.books.invoices.get(id);
  const day = addDays(from, 3 + draw.whole(30));
  const Amount = invoice ? Math.round(amountDue(invoice) * share * 100) / 100 : 0;
  if (day > today || Amount <= 0) return;
  createPayment(context, { Invoice: { InvoiceID: id }, Account: { Code: '090' }, Amount, Date: day });
}

function buy(company: Company, day: string): void {
  const { context, draw, suppliers } = company;
  const supplier = draw.one(suppliers);
  const dates = { Date: day, DueDate: addDays(day, 20), InvoiceNumber: `B-${1000 + draw.whole(9000)}` };
  const LineItems = lines(draw, purchases, supplier);
  const bill = { Type: 'ACCPAY', ...head(supplier), ...dates, Status: 'AUTHORISED', LineItems };
  const { id } = writeInvoice(context, bill, create);
  if (draw.chance(85)) pay(company, id, { from: day, share: 1 });
}

function quote({ context, draw, today, customers }: Company, day: string): void {
  const customer = draw.one(customers);
  const dates = { Date: day, ExpiryDate: addDays(day, 30), Terms: '30 days' };
  const body = { ...head(customer), ...dates, Title: 'Furniture', LineItems: lines(draw, goods, customer) };
  const isYoung = day > addDays(today, -14);
  const steps = draw.one(
    isYoung
      ? [['DRAFT'], ['SENT']]
      : [['SENT'], ['SENT', 'DECLINED'], ['SENT', 'ACCEPTED'], ['SENT', 'ACCEPTED', 'INVOICED']],
  );
  const { id, number } = writeQuote(context, { ...body, Status: steps[0] ?? 'DRAFT' }, create);
  for (const Status of steps.slice(1)) {
    writeQuote(context, { ...body, QuoteNumber: number, Status }, { how: 'update', id });
  }
}

function order({ context, draw, suppliers }: Company, day: string): void {
  const supplier = draw.one(suppliers);
  const Status = draw.one(['DRAFT', 'SUBMITTED', 'AUTHORISED', 'BILLED', 'BILLED']);
  const LineItems = lines(draw, purchases, supplier);
  writePurchaseOrder(
    context,
    { ...head(supplier), Date: day, DeliveryDate: addDays(day, 10), Status, LineItems },
    create,
  );
}
