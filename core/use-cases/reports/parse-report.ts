// Reads what is asked of a report from the query of a request. Every refusal names the parameter.
import { badRequest } from '../../domain/errors.ts';
import { day, oneOf } from '../../domain/query-text.ts';
import type { AskedReport, ReportSpan } from '../../domain/report.ts';
import { firstOfMonth, monthsOf, wholeMonths } from '../../domain/report-days.ts';
import {
  earlierPeriodsMost,
  type ReportName,
  type ReportPeriod,
  reportBases,
  reportLayouts,
  reportParameters,
  reportPeriods,
  takes,
} from '../../domain/report-query.ts';
import { parseParameters, type RawQuery } from '../../schemas/query.ts';

/** What needs no knowledge of the books. */
export interface ReadQuery extends Pick<AskedReport, 'basis' | 'layout'> {
  readonly from: string | undefined;
  readonly to: string | undefined;
  readonly periods: number | undefined;
  readonly period: ReportPeriod;
  readonly contact: string | undefined;
  readonly trackingOption: string | undefined;
}

export function readQuery(report: ReportName, query: RawQuery): ReadQuery {
  const given: Readonly<Partial<Record<string, string>>> = parseParameters(
    query,
    reportParameters[report],
    'this report',
  );
  if (takes(report, 'contact_id') && given['contact_id'] === undefined) {
    throw badRequest('contact_id', 'must be given: the provider ages the documents of one contact');
  }
  const period = oneOf('period', given['period'], reportPeriods);
  if (period !== undefined && given['periods'] === undefined) {
    throw badRequest('period', 'says how far apart periods are, so periods must be given, too');
  }
  return {
    from: reportDay('from', given['from']),
    to: reportDay('to', given['to']) ?? reportDay('date', given['date']),
    periods: periodsOf(given['periods']),
    period: period ?? 'month',
    basis: oneOf('basis', given['basis'], reportBases) ?? 'accrual',
    layout: oneOf('layout', given['layout'], reportLayouts) ?? 'standard',
    contact: given['contact_id'],
    trackingOption: given['tracking_option_id'],
  };
}

/** Earlier periods of any span stay days of four digits. */
function reportDay(name: string, text: string | undefined): string | undefined {
  const given = day(name, text);
  if (given === undefined || (given >= '1900-01-01' && given <= '2999-12-31')) return given;
  throw badRequest(name, 'must be a day from 1900-01-01 to 2999-12-31');
}

function periodsOf(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const periods = /^\d{1,2}$/.test(text) ? Number(text) : Number.NaN;
  if (periods <= earlierPeriodsMost) return periods;
  throw badRequest('periods', `must be a whole number from 0 to ${earlierPeriodsMost}`);
}

/** The span with the defaults of `today`: the month so far, or the balance of today. */
export function spanOf(
  report: ReportName,
  { from, to = '', periods = 0, period }: ReadQuery,
  today: string,
): ReportSpan {
  const last = to === '' ? today : to;
  if (!takes(report, 'from')) return { from: null, to: last };
  const first = from ?? firstOfMonth(last);
  if (first > last) throw badRequest('from', `must not be after to, which is ${last}`);
  if (periods === 0) return { from: first, to: last };
  const months = wholeMonths(first, last);
  if (months === undefined || !reportPeriods.some((one) => monthsOf(one) === months)) {
    const shown = `${first} to ${last} is none of these`;
    throw badRequest('periods', `needs from and to to be a whole month, quarter or year of months: ${shown}`);
  }
  if (months > monthsOf(period)) {
    throw badRequest('period', `must not be shorter than from and to, or the periods would overlap: ${months} months`);
  }
  return { from: first, to: last };
}

/** Of a report over time, 0 periods are none; a balance shows what the provider adds unless it is told how many. */
export function earlierOf(report: ReportName, { periods, period }: ReadQuery): AskedReport['earlier'] {
  if (periods === undefined || (takes(report, 'from') && periods === 0)) return null;
  return { periods, period };
}
