// Reports as the provider computes them of an organization's books, each in one call.
import { isJsonObject, type LedgerGateway, textField } from '#core/ports';
import type { Caller } from '../caller.ts';
import { unreadable } from '../refusal.ts';
import { wireInstant } from '../wire/wire-date.ts';
import { planOf } from './report-plan.ts';
import { readRows } from './report-rows.ts';
import { dayInZone } from './time-zones.ts';

type Reports = Required<Pick<LedgerGateway, 'readReport' | 'dayInBooks'>>;

export function reportsOf(caller: Caller): Reports {
  return {
    async readReport(access, asked) {
      const plan = planOf(asked);
      const call = { method: 'GET', path: plan.path, record: null, isReport: true } as const;
      const { json, status, purpose } = await caller.json(access, call);
      const [reported] = Array.isArray(json['Reports']) ? json['Reports'] : [];
      if (!isJsonObject(reported)) throw unreadable('it has no report', status, purpose);
      const read = readRows(reported, plan);
      if (!read) throw unreadable('its columns or sections are not those that were asked for', status, purpose);
      return { generatedAt: wireInstant(reported['UpdatedDateUTC']), ...read };
    },
    dayInBooks: (organization, at) => dayInZone(textField({ fields: organization }, 'timezone'), at),
  };
}
