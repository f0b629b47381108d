// The list of what may be asked of the provider beside the service's own routes, as data. It grows here alone: no setting widens it.
import {
  creditTypes,
  filedFamilies,
  type ListedPath,
  notedFamilies,
  type RequestTraits,
  type ResourceType,
  resourceTypes,
} from '#core/ports';
import { scopeOfCall } from './capabilities.ts';
import { families } from './wire/families.ts';
import { idForms } from './wire/id-forms.ts';

/** `where` is missing on purpose: its language would let a caller ask for anything of a list. */
const readQuery = [
  ...['page', 'pageSize', 'order', 'ids', 'IDs', 'statuses', 'date', 'fromDate', 'toDate', 'periods', 'timeframe'],
  ...['contactId', 'standardLayout', 'paymentsOnly', 'unitdp', 'includeArchived', 'summaryOnly'],
];

const read = (template: string): ListedPath => ({
  ...{ template, methods: ['GET'], effect: 'read', query: readQuery, scope: scopeOfCall(template) },
});

const write = (template: string, methods: readonly ('PUT' | 'POST' | 'DELETE')[], touches?: ListedPath['touches']) => ({
  ...{ template, methods, effect: 'write' as const, query: [], scope: scopeOfCall(template) },
  ...(touches && { touches }),
});

/** Their paths contain the id of the record whose copy is old afterwards as the second segment. */
const category = { family: 'tracking_categories', at: 1 } as const;

const others: readonly ListedPath[] = [
  read('/Organisation/Actions'),
  read('/BatchPayments'),
  read('/BatchPayments/{uuid}'),
  read('/Budgets'),
  read('/Budgets/{uuid}'),
  read('/ContactGroups'),
  read('/ContactGroups/{uuid}'),
  read('/Currencies'),
  read('/InvoiceReminders/Settings'),
  read('/LinkedTransactions'),
  read('/LinkedTransactions/{uuid}'),
  read('/RepeatingInvoices'),
  read('/RepeatingInvoices/{uuid}'),
  read('/Reports/{code}'),
  write('/ContactGroups', ['PUT']),
  write('/ContactGroups/{uuid}', ['POST']),
  write('/ContactGroups/{uuid}/Contacts', ['PUT', 'DELETE'], { family: 'contacts' }),
  write('/ContactGroups/{uuid}/Contacts/{uuid}', ['DELETE'], { family: 'contacts', at: 3 }),
  write('/BatchPayments', ['PUT'], { family: 'payments' }),
  write('/Currencies', ['PUT']),
  write('/LinkedTransactions', ['PUT']),
  write('/LinkedTransactions/{uuid}', ['POST', 'DELETE']),
  write('/TrackingCategories', ['PUT'], { family: 'tracking_categories' }),
  write('/TrackingCategories/{uuid}', ['POST', 'DELETE'], category),
  write('/TrackingCategories/{uuid}/Options', ['PUT'], category),
  write('/TrackingCategories/{uuid}/Options/{uuid}', ['POST', 'DELETE'], category),
  write('/RepeatingInvoices', ['PUT'], { family: 'repeating_invoices' }),
];

/** Families whose records have codes by which the provider reads them, too. */
const readByCode: readonly ResourceType[] = ['items'];

function readsOf(type: ResourceType): readonly ListedPath[] {
  const { path } = families[type];
  const own = (template: string): ListedPath => ({ ...read(template), family: type });
  if (type === 'organizations') return [own(path)];
  const form = idForms.families[type].idForm === 'uuid' ? '{uuid}' : '{code}';
  return [
    own(path),
    own(`${path}/${form}`),
    ...(readByCode.includes(type) && form !== '{code}' ? [own(`${path}/{code}`)] : []),
    ...(notedFamilies.includes(type) ? [own(`${path}/${form}/History`)] : []),
  ];
}

function partsOf(type: ResourceType): Readonly<Record<string, string>> {
  return {
    ...(filedFamilies.includes(type) && { Attachments: 'attachments' }),
    ...(notedFamilies.includes(type) && { History: 'history' }),
    ...(creditTypes.includes(type) && { Allocations: 'allocations' }),
  };
}

export const listedRequests: RequestTraits = {
  listed: [...others, ...resourceTypes.flatMap(readsOf)].filter(isFirst),
  owned: resourceTypes.map((type) => ({ collection: families[type].path, family: type, parts: partsOf(type) })),
};

/** What is listed by hand stands before what a family brings, and stays without that family. */
function isFirst({ template, effect }: ListedPath, at: number, all: readonly ListedPath[]): boolean {
  return all.findIndex((other) => other.template === template && other.effect === effect) === at;
}
