/** Tracking categories and their options. */
import type { TrackingCategoryRecord, TrackingOption } from '../books/tracking-categories.ts';
import type { Call, RouteTable } from '../http/call.ts';
import { envelope } from '../http/envelope.ts';
import type { Reply } from '../http/message.ts';
import { notFound, Refusal, validationReply } from '../http/problems.ts';
import { writeDocuments } from '../http/write-documents.ts';
import { requireUnused, writeCategory, writeOption } from '../rules/tracking-writes.ts';
import { wireTrackingCategory, wireTrackingOption } from '../wire/wire-settings.ts';

/** Provider: archived categories and options are left out unless they are asked for. */
function trackingCategories(call: Call, id: string): Reply {
  const withArchived = call.query.get('includeArchived')?.toLowerCase() === 'true';
  const all = call.books.trackingCategories.list().filter(({ status }) => status !== 'DELETED');
  const found = all.filter((one) =>
    id === '' ? withArchived || one.status === 'ACTIVE' : one.id === id.toLowerCase(),
  );
  if (id !== '' && found.length === 0) return notFound();
  const elements = found.map((one) => JSON.stringify(wireTrackingCategory(one, withArchived)));
  return envelope(call, { collection: 'TrackingCategories', elements });
}

function categoryFamily(before?: TrackingCategoryRecord) {
  return {
    ...{ collection: 'TrackingCategories', singular: 'tracking category', idKey: 'TrackingCategoryID' },
    errorFlag: undefined,
    write: (call: Call, body: Parameters<typeof writeCategory>[1]) => writeCategory(call, body, before),
    match: () => before,
    echo: (_: Call, category: TrackingCategoryRecord) => wireTrackingCategory(category, true),
  };
}

function ofCategory(call: Call, id: string, act: (category: TrackingCategoryRecord) => Reply): Reply {
  const category = call.books.trackingCategories.get(id.toLowerCase());
  return category && category.status !== 'DELETED' ? act(category) : notFound();
}

function optionFamily(category: TrackingCategoryRecord, before?: TrackingOption) {
  return {
    ...{ collection: 'Options', singular: 'tracking option', idKey: 'TrackingOptionID', errorFlag: undefined },
    write: (call: Call, body: Parameters<typeof writeOption>[2]) => writeOption(call, category, body, before),
    match: () => before,
    echo: (_: Call, option: TrackingOption) => wireTrackingOption(option),
  };
}

function ofOption(
  call: Call,
  id: string,
  optionId: string,
  act: (category: TrackingCategoryRecord, option: TrackingOption) => Reply,
): Reply {
  return ofCategory(call, id, (category) => {
    const option = category.options.find((one) => one.id === optionId.toLowerCase() && one.status !== 'DELETED');
    return option ? act(category, option) : notFound();
  });
}

/** Provider: what is deleted is answered with that status, and cannot be read afterwards. */
function deleted(call: Call, collection: string, remove: () => object): Reply {
  try {
    return envelope(call, { collection, elements: [JSON.stringify(remove())] });
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return validationReply([{ ValidationErrors: error.messages.map((Message) => ({ Message })) }]);
  }
}

const gone = { Status: 'DELETED' };

function deleteCategory(call: Call, id: string): Reply {
  return ofCategory(call, id, (category) =>
    deleted(call, 'TrackingCategories', () => {
      requireUnused(call.books, category);
      return wireTrackingCategory(writeCategory(call, gone, category), true);
    }),
  );
}

function deleteOption(call: Call, id: string, optionId: string): Reply {
  return ofOption(call, id, optionId, (category, option) =>
    deleted(call, 'Options', () => {
      requireUnused(call.books, category, option);
      return wireTrackingOption(writeOption(call, category, gone, option));
    }),
  );
}

export const trackingRoutes: RouteTable = {
  'GET trackingcategories': { area: 'settings', handle: trackingCategories },
  'PUT trackingcategories': { area: 'settings', handle: (call) => writeDocuments(call, categoryFamily()) },
  'GET trackingcategories/:id': { area: 'settings', handle: trackingCategories },
  'POST trackingcategories/:id': {
    area: 'settings',
    handle: (call, id) => ofCategory(call, id, (category) => writeDocuments(call, categoryFamily(category), true)),
  },
  'DELETE trackingcategories/:id': { area: 'settings', handle: deleteCategory },
  'PUT trackingcategories/:id/options': {
    area: 'settings',
    handle: (call, id) => ofCategory(call, id, (category) => writeDocuments(call, optionFamily(category))),
  },
  'POST trackingcategories/:id/options/:name': {
    area: 'settings',
    handle: (call, id, optionId) =>
      ofOption(call, id, optionId, (category, option) => writeDocuments(call, optionFamily(category, option), true)),
  },
  'DELETE trackingcategories/:id/options/:name': { area: 'settings', handle: deleteOption },
};
