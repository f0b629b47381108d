/** Reports, computed from the books at each call. */
import type { Call, RouteTable, ScopeArea } from '../http/call.ts';
import { envelope } from '../http/envelope.ts';
import type { JsonObject } from '../http/json.ts';
import type { Reply } from '../http/message.ts';
import { apiException, authProblem, jsonReply, WireProblem, zeroGuid } from '../http/problems.ts';
import { bareMoment, dayInZone, readDay } from '../http/wire-dates.ts';
import { aged } from '../reports/aged.ts';
import { balanceSheet } from '../reports/balance-sheet.ts';
import { accountsOf, Balances } from '../reports/balances.ts';
import { bankSummary } from '../reports/bank-summary.ts';
import { postingsOf, type TrackedBy } from '../reports/postings.ts';
import { profitAndLoss, type Statement } from '../reports/profit-and-loss.ts';
import { endOfMonth, endsBefore, firstOfMonth, periodsBefore, timeframes } from '../reports/report-days.ts';
import { longDay, reportWords } from '../reports/report-words.ts';
import { trialBalance } from '../reports/trial-balance.ts';

interface Told {
  readonly name: string;
  readonly titles: readonly string[];
  readonly rows: readonly JsonObject[];
}

const refuse = (message: string): never => {
  throw new WireProblem(jsonReply(400, { ErrorNumber: 10, Type: 'ValidationException', Message: message }));
};

function dayAt({ query }: Call, name: string): string | undefined {
  const text = query.get(name);
  if (text === null) return undefined;
  const day = readDay(text);
  if (day !== undefined) return day;
  throw new WireProblem(apiException('QueryParseException', `The ${name} '${text}' is not a date`));
}

function periodsAt({ query }: Call): { readonly periods: number | undefined; readonly timeframe: string } {
  const [text, timeframe = 'MONTH'] = [query.get('periods'), query.get('timeframe')?.toUpperCase()];
  const periods = text === null ? undefined : Number(text);
  if (periods !== undefined && !(Number.isInteger(periods) && periods >= 1 && periods <= 11)) {
    refuse('The periods must be between 1 and 11');
  }
  return timeframes.includes(timeframe) ? { periods, timeframe } : refuse(`The timeframe '${timeframe}' is not valid`);
}

const isYes = ({ query }: Call, name: string): boolean => query.get(name)?.toLowerCase() === 'true';

/** Provider: the profit and loss wants the category beside the option, the balance sheet the option alone. */
function trackedAt(call: Call, categoryName: string | undefined, optionName: string): TrackedBy | undefined {
  const optionId = call.query.get(optionName)?.toLowerCase();
  if (!optionId) return undefined;
  const categoryId = categoryName === undefined ? undefined : call.query.get(categoryName)?.toLowerCase();
  if (categoryName !== undefined && !categoryId) {
    refuse('TrackingCategoryID1 must be provided if a TrackingOptionID1 is provided.');
  }
  for (const { id, options } of call.books.trackingCategories.list()) {
    const option = options.find((one) => one.id === optionId);
    if (option && (categoryId === undefined || categoryId === id)) return { categoryId: id, option: option.name };
  }
  return refuse('The TrackingOptionID is not valid.');
}

function statementOf(call: Call, tracked?: TrackedBy): Statement {
  const accounts = accountsOf(call.books);
  const postings = postingsOf(call.books, { isCash: isYes(call, 'paymentsOnly'), tracked });
  return {
    accounts,
    balances: new Balances(postings, accounts),
    words: reportWords[call.books.tenant.reportCountry ?? 'nz'],
    // Provider: unasked, the organisation's own layout is taken.
    isStandard: isYes(call, 'standardLayout'),
  };
}

const today = (call: Call): string => dayInZone(call.now, call.books.tenant.timeZone);

function spanAt(call: Call): { readonly from: string; readonly to: string } {
  const from = dayAt(call, 'fromDate') ?? firstOfMonth(dayAt(call, 'toDate') ?? today(call));
  const to = dayAt(call, 'toDate') ?? endOfMonth(from);
  return from <= to ? { from, to } : refuse('The fromDate must not be later than the toDate');
}

const overDays = ({ from, to }: { readonly from: string; readonly to: string }): string =>
  `From ${longDay(from)} to ${longDay(to)}`;

const reports: Readonly<Record<string, (call: Call) => Told>> = {
  ProfitAndLoss(call) {
    const span = spanAt(call);
    const { periods = 0, timeframe } = periodsAt(call);
    const statement = statementOf(call, trackedAt(call, 'trackingCategoryID', 'trackingOptionID'));
    const rows = profitAndLoss(statement, periodsBefore(span, periods, timeframe));
    return { name: 'Profit and Loss', titles: ['Profit & Loss', call.books.tenant.name, overDays(span)], rows };
  },
  BalanceSheet(call) {
    const date = dayAt(call, 'date') ?? today(call);
    const { periods, timeframe } = periodsAt(call);
    const statement = statementOf(call, trackedAt(call, undefined, 'trackingOptionID1'));
    const ends = endsBefore(date, periods, timeframe);
    const asAt = `As at ${longDay(endOfMonth(date))}`;
    return {
      name: 'Balance Sheet',
      titles: ['Balance Sheet', call.books.tenant.name, asAt],
      rows: balanceSheet(statement, ends),
    };
  },
  TrialBalance(call) {
    const date = dayAt(call, 'date') ?? today(call);
    const rows = trialBalance(statementOf(call), date);
    return { name: 'Trial Balance', titles: ['Trial Balance', call.books.tenant.name, `As at ${longDay(date)}`], rows };
  },
  AgedReceivablesByContact: (call) => agedReport(call, 'ACCREC'),
  AgedPayablesByContact: (call) => agedReport(call, 'ACCPAY'),
  BankSummary(call) {
    const span = spanAt(call);
    const rows = bankSummary(statementOf(call), span);
    return { name: 'Bank Summary', titles: ['Bank Summary', call.books.tenant.name, overDays(span)], rows };
  },
};

function agedReport(call: Call, side: 'ACCREC' | 'ACCPAY'): Told {
  const contact = call.books.contacts.get(call.query.get('contactId')?.toLowerCase() ?? '');
  if (!contact) return refuse('A valid contactId must be specified');
  const date = dayAt(call, 'date') ?? today(call);
  const rows = aged(call.books, { contactId: contact.id, side, date, from: dayAt(call, 'fromDate') });
  const [name, title] =
    side === 'ACCREC' ? ['Aged Receivables By Contact', 'Invoices'] : ['Aged Payables By Contact', 'Bills'];
  const payments = `Showing payments to ${longDay(date)}`;
  return { name, titles: [title, contact.name, `To ${longDay(date)}`, payments], rows };
}

/** What is said of a person who lacks the role. Provider: today's 403 has no words for it; old pages have a 401 with them. */
const roleRefusals = {
  missing: () => authProblem(403, 'AuthenticationUnsuccessful'),
  missing_in_words: () =>
    authProblem(401, 'You are not permitted to access this resource without the reporting role or higher privileges.'),
} as const;

function tell(call: Call, type: string): Reply {
  const { reportsRole } = call.books.tenant;
  if (reportsRole) return roleRefusals[reportsRole]();
  const { name, titles, rows } = (reports[type] as (call: Call) => Told)(call);
  const report = {
    ReportID: type === 'TrialBalance' || type === 'BalanceSheet' || type === 'ProfitAndLoss' ? type : zeroGuid,
    ReportName: name,
    ReportType: type,
    ReportTitles: titles,
    ReportDate: longDay(today(call)),
    UpdatedDateUTC: bareMoment(call.now),
    Fields: [],
    Rows: rows,
  };
  return envelope(call, { collection: 'Reports', elements: [JSON.stringify(report)] });
}

const areas: Readonly<Record<string, ScopeArea>> = {
  ProfitAndLoss: 'reports.profitandloss',
  BalanceSheet: 'reports.balancesheet',
  TrialBalance: 'reports.trialbalance',
  AgedReceivablesByContact: 'reports.aged',
  AgedPayablesByContact: 'reports.aged',
  BankSummary: 'reports.banksummary',
};

export const reportRoutes: RouteTable = Object.fromEntries(
  Object.entries(areas).map(([type, area]) => [
    `GET reports/${type.toLowerCase()}`,
    { area, handle: (call: Call) => tell(call, type) },
  ]),
);
