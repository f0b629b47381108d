import {
  earlierPeriodsMost,
  type ReportName,
  type ReportParameter,
  reportBases,
  reportLayouts,
  reportNames,
  reportParameters,
  reportPeriods,
} from '#core';
import { liveOf, presentReport, ReportAnswer } from '#core/schemas';
import { filter } from './query-parameters.ts';
import { pascal } from './resource-words.ts';
import { apiRoutes, json, type OperationDoc, type Parameter } from './route.ts';

// One route serves every report; the document has an operation for each, with the parameters that it takes.

const day = (name: ReportParameter, words: string) => filter(name, `${words}: \`YYYY-MM-DD\`.`, { format: 'date' });

const parameters: Readonly<Record<ReportParameter, Parameter>> = {
  from: day('from', 'The first day; by default the first of the month of `to`'),
  to: day('to', 'The last day; by default today in the organization’s time zone'),
  date: day('date', 'The day of the balances; by default today in the organization’s time zone'),
  periods: {
    name: 'periods',
    description:
      'How many earlier periods stand beside the latest, each a column. Over time, `from` to `to` is then a whole month, quarter or year of months, and so is every earlier period.',
    schema: { type: 'integer', minimum: 0, maximum: earlierPeriodsMost, examples: [3] },
  },
  period: {
    name: 'period',
    description: 'How far apart the periods are; not shorter than `from` to `to`.',
    schema: { type: 'string', enum: reportPeriods, default: 'month' },
  },
  basis: {
    name: 'basis',
    description:
      '`accrual` counts what was invoiced, `cash` what was paid. What the organization itself prefers cannot be read.',
    schema: { type: 'string', enum: reportBases, default: 'accrual' },
  },
  layout: {
    name: 'layout',
    description: '`standard` has the provider’s rows, `own` those that the organization has laid out itself.',
    schema: { type: 'string', enum: reportLayouts, default: 'standard' },
  },
  contact_id: {
    ...filter('contact_id', 'The contact whose documents are told: its `id` (`con_…`) or `provider_id`.'),
    required: true,
  },
  tracking_option_id: filter(
    'tracking_option_id',
    'Only what is tracked under this option of a tracking category, by the provider’s id that the category shows.',
  ),
};

interface Words {
  readonly title: string;
  readonly means: string;
}

const words: Readonly<Record<ReportName, Words>> = {
  profit_and_loss: {
    title: 'the profit and loss',
    means:
      'Income and expenses from `from` to `to`, which are the month so far by default. The columns are `current`, and with `periods` also `earlier_1` and so on, the latest first.',
  },
  balance_sheet: {
    title: 'the balance sheet',
    means:
      'Assets, liabilities and equity. The provider tells the end of the month of `date`; the columns say so, and another day than that is warned of (`date_moved`). Without `periods` the second column, `earlier_1`, is the same month of the year before.',
  },
  trial_balance: {
    title: 'the trial balance',
    means: 'Every account, in the columns `debit`, `credit`, `ytd_debit` and `ytd_credit` (year to date).',
  },
  aged_receivables: {
    title: 'the aged receivables of a contact',
    means:
      'The contact’s open sales documents, in the columns `date`, `due_date`, `overdue` (texts), `total`, `paid`, `credited` and `due`. The provider has no buckets of days, and no report of all contacts.',
  },
  aged_payables: {
    title: 'the aged payables of a contact',
    means:
      'The contact’s open purchase documents, in the columns `date`, `due_date`, `overdue` (texts), `total`, `paid`, `credited` and `due`. The provider has no buckets of days, and no report of all contacts.',
  },
  bank_summary: {
    title: 'the bank summary',
    means:
      'Every bank account from `from` to `to`, in the columns `opening_balance`, `cash_received`, `cash_spent` and `closing_balance`.',
  },
};

const common =
  'Computed by the provider for this request, in the organization’s currency, and stored nowhere. Accounts and documents are known by their ids and never by a label; labels are in the words of the organization’s country. A person without the role for reports at the provider gets ACTION_REQUIRED `reports_role_missing`, a consent without the report’s scope `scope_missing` with `missing_scopes`; everything else of the connection goes on.';

const operations: readonly OperationDoc[] = reportNames.map((report) => ({
  tag: 'Reports',
  pinned: { report },
  operationId: `get${pascal(report.split('_'))}Report`,
  summary: `Get ${words[report].title}`,
  description: `${words[report].means} ${common}`,
  query: reportParameters[report].map((name) => parameters[name]),
  waits: true,
  success: json(200, 'The report.', liveOf(ReportAnswer)),
  errors: ['PROVIDER_REJECTED'],
}));

export const reportRoutes = apiRoutes('Reports', {
  'GET /v1/connections/:connection_id/reports/:report': {
    operations,
    handle: async ({ core, caller, param, query, waitSeconds }) => {
      const path = { connectionId: param('connection_id'), report: param('report'), query, waitSeconds };
      const report = await core.reports.read(caller, path);
      return { message: 'Report computed at the provider', data: { source: 'provider', item: presentReport(report) } };
    },
  },
});
