/** Controls that edit tracking categories and items, and make repeating invoices, as people do in the provider's pages. */
import type { TenantBooks } from '../books/tenant-books.ts';
import type { TrackingCategoryRecord, TrackingOption, TrackingStatus } from '../books/tracking-categories.ts';
import { isObject, type JsonObject } from '../http/json.ts';
import type { BookContext } from '../rules/book-context.ts';
import { deleteItem, findItem, writeItem } from '../rules/items.ts';
import { createRepeating } from '../rules/repeating-invoices.ts';
import { nameMost, roomProblem, showRenamed } from '../rules/tracking-writes.ts';
import { onlyFields, optionalFlag, optionalText, requiredText, tenantField, wrongField } from './control-fields.ts';
import type { ControlPorts, Controls } from './control-ports.ts';

const statuses: readonly TrackingStatus[] = ['ACTIVE', 'ARCHIVED', 'DELETED'];

function statusField(body: JsonObject, before: TrackingStatus): TrackingStatus {
  const sent = optionalText(body, 'status') ?? before;
  return statuses.find((status) => status === sent) ?? wrongField('status', `must be one of ${statuses.join(', ')}`);
}

function nameField(body: JsonObject, field: string, before: string): string {
  const name = optionalText(body, field) ?? before;
  return name !== '' && name.length <= nameMost ? name : wrongField(field, `must have 1 to ${nameMost} characters`);
}

const isNamed = (one: { readonly name: string; readonly status: TrackingStatus }, name: string): boolean =>
  one.status !== 'DELETED' && one.name.toLowerCase() === name.toLowerCase();

/** Changes the named option, or adds it; undefined where none is named. */
function optionsAfter(
  { options }: Pick<TrackingCategoryRecord, 'options'>,
  body: JsonObject,
  newId: () => string,
): readonly TrackingOption[] {
  const named = optionalText(body, 'option');
  if (named === undefined) return options;
  const before = options.find((one) => isNamed(one, named));
  const after: TrackingOption = {
    id: before?.id ?? newId(),
    name: nameField(body, before ? 'rename' : 'option', named),
    status: statusField(body, before?.status ?? 'ACTIVE'),
  };
  return before ? options.map((one) => (one === before ? after : one)) : [...options, after];
}

/** Without an option, name and status are the category's own. */
function changed(books: TenantBooks, body: JsonObject, newId: () => string): TrackingCategoryRecord {
  const name = requiredText(body, 'category');
  const before = books.trackingCategories.list().find((one) => isNamed(one, name));
  const isOption = body['option'] !== undefined;
  if (isOption && !before) wrongField('category', 'is not known');
  const own = before ?? { id: newId(), name, status: 'ACTIVE' as const, options: [] };
  const after = {
    ...own,
    ...(isOption ? {} : { name: nameField(body, 'rename', own.name), status: statusField(body, own.status) }),
    options: optionsAfter(own, body, newId),
    updated: books.stamp(),
  };
  requireRoom(books, after);
  return books.trackingCategories.put(after);
}

function requireRoom(books: TenantBooks, after: TrackingCategoryRecord): void {
  const problem = roomProblem(books, after);
  if (problem) wrongField('category', problem);
}

export function catalogueControls({ books, clock, newId }: ControlPorts): Controls {
  const personIn = (tenant: TenantBooks): BookContext => ({
    ...{ books: tenant, clientId: '', now: clock.now(), unitPlaces: 4, newId },
    isKinder: () => false,
    announce: () => {},
  });
  return {
    'POST tracking'(body) {
      onlyFields(body, ['tenant_id', 'category', 'option', 'rename', 'status']);
      const tenant = tenantField(books, requiredText(body, 'tenant_id'));
      const before = tenant.trackingCategories.list();
      const after = changed(tenant, body, newId);
      const old = before.find(({ id }) => id === after.id);
      if (old && body['rename'] !== undefined) showRenamed(tenant, old, after);
      return { category_id: after.id, name: after.name, status: after.status, options: after.options };
    },
    'POST items'(body) {
      onlyFields(body, ['tenant_id', 'code', 'document', 'delete']);
      const tenant = tenantField(books, requiredText(body, 'tenant_id'));
      const context = personIn(tenant);
      const code = requiredText(body, 'code');
      const item = findItem(context, code);
      if (optionalFlag(body, 'delete') ?? false) {
        if (!item) return wrongField('code', 'is no item’s');
        deleteItem(context, item);
        return { item_id: item.id };
      }
      const document = body['document'] ?? {};
      if (!isObject(document)) return wrongField('document', 'must be an object of the provider’s fields');
      const made = writeItem(
        context,
        { Code: code, ...document },
        item ? { how: 'update', id: item.id } : { how: 'create' },
      );
      return { item_id: made.id };
    },
    'POST repeating-invoices'(body) {
      onlyFields(body, ['tenant_id', 'document']);
      const tenant = tenantField(books, requiredText(body, 'tenant_id'));
      const { document } = body;
      if (!isObject(document)) return wrongField('document', 'must be an object of the provider’s fields');
      return { repeating_invoice_id: createRepeating(personIn(tenant), document).id };
    },
  };
}
