/** Items: unique codes, a merge by id or code, tracked stock that follows from documents, deletion. */
import type { ItemRecord, ItemSide } from '../books/item-record.ts';
import type { LineRecord } from '../books/line-record.ts';
import { booleanAt, type JsonObject, numberAt, objectAt, textAt } from '../http/json.ts';
import { notFound, refuse, WireProblem } from '../http/problems.ts';
import type { BookContext } from './book-context.ts';
import type { DocumentWrite } from './document-write.ts';
import { lengthsOf, textField } from './fields.ts';
import { round } from './tax.ts';

const codeMost = 30;
const textLengths = lengthsOf('items');
const textOf = (body: JsonObject, key: string, before: string) => textField(body, key, before, textLengths[key] ?? 0);

export function findItem(context: BookContext, idOrCode: string): ItemRecord | undefined {
  const key = idOrCode.toLowerCase();
  return context.books.items.get(key) ?? context.books.items.find('code', key)[0];
}

/** Provider: a document with a known code changes that item, as one with its id does. */
export function matchItem(context: BookContext, body: JsonObject, write: DocumentWrite): ItemRecord | undefined {
  const id = write.how === 'update' ? write.id : textAt(body, 'ItemID');
  if (id) {
    const known = findItem(context, id);
    if (!known) throw new WireProblem(notFound());
    return known;
  }
  const code = textAt(body, 'Code');
  const [holder] = code ? context.books.items.find('code', code.toLowerCase()) : [];
  if (holder && write.how === 'create' && context.isKinder('item_codes'))
    refuse(`Price List Item with Code '${code}' already exists`);
  return holder;
}

export function writeItem(context: BookContext, body: JsonObject, write: DocumentWrite): ItemRecord {
  const before = matchItem(context, body, write);
  const code = textField(body, 'Code', before?.code ?? '', codeMost);
  if (code === '') refuse('The Code field must be specified.');
  const holders = context.books.items.find('code', code.toLowerCase());
  if (holders.some(({ id }) => id !== before?.id)) refuse(`Price List Item with Code '${code}' already exists`);
  const isSold = booleanAt(body, 'IsSold') ?? before?.isSold ?? true;
  const isPurchased = booleanAt(body, 'IsPurchased') ?? before?.isPurchased ?? true;
  const inventoryAccountCode = textAt(body, 'InventoryAssetAccountCode') || before?.inventoryAccountCode;
  const item: ItemRecord = {
    id: before?.id ?? context.newId(),
    updated: before?.updated ?? 0,
    code,
    name: textOf(body, 'Name', before?.name ?? '') || code,
    description: textOf(body, 'Description', before?.description ?? ''),
    purchaseDescription: textOf(body, 'PurchaseDescription', before?.purchaseDescription ?? ''),
    isSold,
    isPurchased,
    sale: isSold ? sideOf(context, objectAt(body, 'SalesDetails'), before?.sale) : {},
    purchase: isPurchased ? sideOf(context, objectAt(body, 'PurchaseDetails'), before?.purchase) : {},
    inventoryAccountCode,
  };
  requireTracked(context, item);
  return context.books.items.put({ ...item, updated: context.books.stamp() });
}

function sideOf(context: BookContext, sent: JsonObject | undefined, kept: ItemSide | undefined): ItemSide {
  if (!sent) return kept ?? {};
  const before = context.isKinder('item_details') ? kept : undefined;
  const text = (key: string, held: string | undefined) => (textAt(sent, key) ?? held) || undefined;
  const price = numberAt(sent, 'UnitPrice') ?? before?.unitPrice;
  const side: ItemSide = {
    unitPrice: price === undefined ? undefined : round(price, context.unitPlaces),
    accountCode: text('AccountCode', before?.accountCode),
    cogsAccountCode: text('COGSAccountCode', before?.cogsAccountCode),
    taxType: text('TaxType', before?.taxType)?.toUpperCase(),
  };
  for (const code of [side.accountCode, side.cogsAccountCode]) if (code) requireAccount(context, code);
  if (side.taxType && context.books.taxRates.get(side.taxType)?.status !== 'ACTIVE')
    refuse(`The TaxType code '${side.taxType}' does not exist or cannot be used for this type of transaction.`);
  return side;
}

function requireAccount({ books }: BookContext, code: string) {
  const account = books.accounts.find('code', code.toLowerCase()).find(({ status }) => status === 'ACTIVE');
  return account ?? refuse(`Account code '${code}' is not a valid code for this document.`);
}

/** Provider: the account of the stock and that of the cost of goods sold together make an item tracked. */
function requireTracked(context: BookContext, { inventoryAccountCode, purchase }: ItemRecord): void {
  if (!inventoryAccountCode) return;
  if (requireAccount(context, inventoryAccountCode).type !== 'INVENTORY')
    refuse('The InventoryAssetAccountCode must be that of an account of type INVENTORY.');
  if (!purchase.cogsAccountCode) refuse('A tracked item must have a COGSAccountCode.');
  if (purchase.accountCode) refuse('A tracked item must not have an AccountCode in its PurchaseDetails.');
}

export function deleteItem(context: BookContext, item: ItemRecord): void {
  if (item.inventoryAccountCode && movesOf(context, item).length > 0)
    refuse('The item is tracked and has transactions, so it cannot be deleted.');
  context.books.items.remove(item.id);
}

type Books = Pick<BookContext, 'books'>;

interface Move {
  readonly quantity: number;
  readonly cost: number;
}

/** What the approved documents have moved in and out of the stock. */
function movesOf({ books }: Books, { code }: ItemRecord): readonly Move[] {
  const booked = books.invoices.list().filter(({ status }) => status === 'AUTHORISED' || status === 'PAID');
  return booked.flatMap(({ type, lines }) => lines.flatMap((line) => (isOf(line, code) ? [moveOf(type, line)] : [])));
}

const isOf = ({ itemCode }: LineRecord, code: string) => itemCode?.toLowerCase() === code.toLowerCase();

const moveOf = (type: string, { quantity = 0, lineAmount }: LineRecord): Move =>
  type === 'ACCPAY' ? { quantity, cost: lineAmount } : { quantity: -quantity, cost: 0 };

export interface Stock {
  readonly quantity: number;
  readonly value: number;
}

/** Undefined for an item without stock. Goods leave it at their average price. */
export function stockOf(context: Books, item: ItemRecord): Stock | undefined {
  if (!item.inventoryAccountCode) return undefined;
  const moves = movesOf(context, item);
  const bought = moves.filter(({ quantity }) => quantity > 0);
  const [count, cost] = [
    bought.reduce((n, { quantity }) => n + quantity, 0),
    bought.reduce((n, one) => n + one.cost, 0),
  ];
  const quantity = round(
    moves.reduce((sum, move) => sum + move.quantity, 0),
    4,
  );
  return { quantity, value: count === 0 ? 0 : round((cost / count) * quantity, 2) };
}

interface Sale {
  readonly type: string;
  readonly status: string;
  readonly lines: readonly LineRecord[];
}

/** Provider: an approved sale without stock is refused. `before`: the document as it was. */
export function requireStock(context: BookContext, sale: Sale, before: Sale | undefined): void {
  if (sale.type !== 'ACCREC' || sale.status !== 'AUTHORISED') return;
  for (const item of context.books.items.list()) {
    const stock = stockOf(context, item);
    if (!stock) continue;
    const sold = quantityOf(sale, item) - (before?.status === 'AUTHORISED' ? quantityOf(before, item) : 0);
    if (sold > stock.quantity)
      refuse(`Insufficient stock. The quantity on hand of '${item.code}' is ${stock.quantity}.`);
  }
}

const quantityOf = ({ lines }: Sale, { code }: ItemRecord): number =>
  lines.reduce((sum, line) => sum + (isOf(line, code) ? (line.quantity ?? 0) : 0), 0);
