// Gateways that mail wrongly, or take one for another by the email address.
import { randomUUID } from 'node:crypto';
import type { LedgerFindQuery } from '#core/ports';
import type { GatewaySpoiler } from './spoiler.ts';

function asking(name: string, change: (query: LedgerFindQuery) => LedgerFindQuery): GatewaySpoiler {
  return { name, spoil: (good) => ({ ...good, find: (access, query) => good.find(access, change(query)) }) };
}

export const deliverSaboteurs: readonly GatewaySpoiler[] = [
  asking('takes an email address for a name', (query) =>
    query.where['email'] === undefined ? query : { ...query, where: { name: query.where['email'] } },
  ),
  asking('cuts an email address at the first odd letter', (query) =>
    query.where['email'] === undefined
      ? query
      : { ...query, where: { email: query.where['email'].split("'")[0] || ' ' } },
  ),
  {
    name: 'does not find archived contacts by email address',
    spoil: (good) => ({
      ...good,
      find: async (access, query) => {
        const page = await good.find(access, query);
        if (query.where['email'] === undefined) return page;
        return { ...page, records: page.records.filter(({ fields }) => fields['status'] !== 'ARCHIVED') };
      },
    }),
  },
  { name: 'mails nothing', spoil: (good) => ({ ...good, emailInvoice: async () => undefined }) },
  {
    name: 'mails again under a key of its own',
    spoil: (good) => ({
      ...good,
      emailInvoice: (access, providerId) => good.emailInvoice(access, providerId, randomUUID()),
    }),
  },
  {
    name: 'keeps quiet about what was not mailed',
    spoil: (good) => ({
      ...good,
      emailInvoice: (access, providerId, key) => good.emailInvoice(access, providerId, key).catch(() => undefined),
    }),
  },
];
