/** Items. */
import type { ItemRecord } from '../books/item-record.ts';
import type { Call, RouteTable } from '../http/call.ts';
import { envelope } from '../http/envelope.ts';
import type { JsonObject } from '../http/json.ts';
import type { Reply } from '../http/message.ts';
import { notFound, Refusal, validationReply } from '../http/problems.ts';
import { type DocumentFamily, writeDocuments } from '../http/write-documents.ts';
import { type FieldTable, selectRows } from '../lists/select-rows.ts';
import type { DocumentWrite } from '../rules/document-write.ts';
import { deleteItem, findItem, matchItem, stockOf, writeItem } from '../rules/items.ts';
import { wireItem } from '../wire/wire-item.ts';

const fields: FieldTable<ItemRecord> = {
  ItemID: (r) => r.id,
  Code: (r) => r.code,
  Name: (r) => r.name,
  IsSold: (r) => r.isSold,
  IsPurchased: (r) => r.isPurchased,
  UpdatedDateUTC: (r) => r.updated,
};

const shown = (call: Call, item: ItemRecord): JsonObject => wireItem(item, stockOf(call, item), call.unitPlaces);

/** Provider: the whole catalogue in one answer, without pages. */
function listItems(call: Call): Reply {
  const rows = selectRows(call, { rows: call.books.items.list(), fields, where: true, modifiedSince: true });
  return envelope(call, { collection: 'Items', elements: rows.map((item) => JSON.stringify(shown(call, item))) });
}

function readItem(call: Call, idOrCode: string): Reply {
  const item = findItem(call, idOrCode);
  return item ? envelope(call, { collection: 'Items', elements: [JSON.stringify(shown(call, item))] }) : notFound();
}

function family(write: DocumentWrite): DocumentFamily<ItemRecord> {
  return {
    collection: 'Items',
    singular: 'item',
    idKey: 'ItemID',
    errorFlag: undefined,
    write: (call, body) => writeItem(call, body, write),
    match: (call, body) => matchItem(call, body, write),
    echo: shown,
  };
}

function changeItem(call: Call, idOrCode: string): Reply {
  const item = findItem(call, idOrCode);
  return item ? writeDocuments(call, family({ how: 'update', id: item.id }), true) : notFound();
}

function removeItem(call: Call, idOrCode: string): Reply {
  const item = findItem(call, idOrCode);
  if (!item) return notFound();
  try {
    deleteItem(call, item);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const messages = error.messages.map((Message) => ({ Message }));
    return validationReply([{ ...shown(call, item), ValidationErrors: messages }]);
  }
  return { status: 204, headers: {}, body: '' };
}

export const itemRoutes: RouteTable = {
  'GET items': { area: 'items', handle: listItems },
  'PUT items': { area: 'items', handle: (call) => writeDocuments(call, family({ how: 'create' })) },
  'POST items': { area: 'items', handle: (call) => writeDocuments(call, family({ how: 'upsert' })) },
  'GET items/:id': { area: 'items', handle: readItem },
  'POST items/:id': { area: 'items', handle: changeItem },
  'DELETE items/:id': { area: 'items', handle: removeItem },
};
