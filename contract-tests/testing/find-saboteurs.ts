// Gateways that look up wrongly, or lead people astray.
import type { LedgerFindQuery, LedgerGateway, LedgerPage } from '#core/ports';
import type { GatewaySpoiler } from './spoiler.ts';

function finding(name: string, change: (query: LedgerFindQuery, page: LedgerPage) => LedgerPage): GatewaySpoiler {
  return {
    name,
    spoil: (good) => ({ ...good, find: async (access, query) => change(query, await good.find(access, query)) }),
  };
}

function asking(name: string, change: (query: LedgerFindQuery) => LedgerFindQuery): GatewaySpoiler {
  return { name, spoil: (good) => ({ ...good, find: (access, query) => good.find(access, change(query)) }) };
}

function withWhere(query: LedgerFindQuery, change: (value: string) => string): LedgerFindQuery {
  const where = Object.entries(query.where).map(([name, value]) => [name, change(value)]);
  return { ...query, where: Object.fromEntries(where) };
}

/** Everything of a family in the place of what was asked for. */
const listing: GatewaySpoiler = {
  name: 'finds everything',
  spoil: (good) => ({
    ...good,
    find: (access, { type, page }) => good.list(access, type, { page, pageSize: 100, modifiedSince: null }),
  }),
};

function preparing(name: string, change: (intent: Parameters<LedgerGateway['prepare']>[0]) => typeof intent) {
  return {
    name,
    spoil: (good: LedgerGateway) => ({ ...good, prepare: (intent) => good.prepare(change(intent)) }),
  } satisfies GatewaySpoiler;
}

export const findSaboteurs: readonly GatewaySpoiler[] = [
  listing,
  finding('does not find what is archived', (_, page) => ({
    ...page,
    records: page.records.filter(({ fields }) => fields['status'] !== 'ARCHIVED'),
  })),
  asking('loses what follows a quotation mark', (query) =>
    query.type === 'contacts' ? withWhere(query, (value) => value.split('"')[0] || ' ') : query,
  ),
  asking('takes a code for a number', (query) =>
    query.type === 'accounts' ? withWhere(query, (code) => String(Number.parseInt(code, 16))) : query,
  ),
  asking('does not narrow quotes by contact', (query) => {
    if (query.type !== 'quotes') return query;
    const { contact_id: _lost, ...where } = query.where;
    return { ...query, where };
  }),
  asking('does not narrow quotes by status', (query) => {
    if (query.type !== 'quotes') return query;
    const { status: _lost, ...where } = query.where;
    return { ...query, where };
  }),
  {
    name: 'knows the line amount mode in capitals only',
    spoil: (good) => ({
      ...good,
      describe: (type, document) => {
        const fields = good.describe(type, document);
        return document['LineAmountTypes'] === 'Inclusive' ? { ...fields, line_amount_mode: 'Inclusive' } : fields;
      },
    }),
  },
  preparing('writes inherited net lines under the live header', (intent) => {
    if (intent.kind !== 'update') return intent;
    const { linesAreNet: _lost, ...rest } = intent;
    return rest;
  }),
  preparing('lets a native document replace inherited net lines', (intent) => {
    if (intent.kind !== 'update_native') return intent;
    const { linesAreNet: _lost, ...rest } = intent;
    return rest;
  }),
  preparing('restores by writing the whole record', (intent) =>
    intent.kind === 'restore' && intent.type === 'contacts'
      ? { kind: 'update', type: 'contacts', providerId: intent.providerId, fields: { email: null }, existing: null }
      : intent,
  ),
  {
    name: 'makes up an online address',
    spoil: (good) => ({
      ...good,
      onlineInvoiceUrl: async (...args) => (await good.onlineInvoiceUrl(...args)) ?? 'https://example.com/',
    }),
  },
  {
    name: 'opens the same organization for everybody',
    spoil: (good) => ({ ...good, organizationLink: () => 'https://example.com/' }),
  },
];
