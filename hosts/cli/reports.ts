// A report of an organization's books as a table.
import type { FinancialReport, ReportRow } from '../../client/index.ts';
import { meant } from '../../core/domain/near-word.ts';
import {
  type ReportName,
  type ReportParameter,
  reportNames,
  reportParameters,
} from '../../core/domain/report-query.ts';
import { visible } from '../../core/domain/visible.ts';
import { type Given, UsageError, type World } from './command.ts';
import { patient, type Service, serviceOf } from './service.ts';

/** The options of the command, where their names differ from those of the API. */
const optionOf: Partial<Record<ReportParameter, string>> = {
  contact_id: 'contact',
  tracking_option_id: 'tracking-option',
};
const parameters = [...new Set(reportNames.flatMap((name): readonly ReportParameter[] => reportParameters[name]))];

export async function showReport(given: Given, world: World): Promise<void> {
  const report = nameOf(given);
  const connectionId = given.required('connection');
  const query = queryOf(given, report);
  const told = await read(serviceOf(given, world), report, connectionId, query);
  if (given.flag('json')) return world.out(JSON.stringify(told));
  for (const line of tableOf(told)) world.out(line);
  for (const { message, path } of told.warnings) world.err(`${path}: ${message}`);
}

function nameOf(given: Given): ReportName {
  const [word = ''] = given.words;
  const asked = word.replaceAll('-', '_');
  const found = reportNames.find((one) => one === asked);
  if (found) return found;
  throw new UsageError(`the report must be one of ${reportNames.join(', ')}${meant(asked, reportNames)}`);
}

function queryOf(given: Given, report: ReportName): Readonly<Record<string, string>> {
  const taken: readonly ReportParameter[] = reportParameters[report];
  const asked = parameters.flatMap((name): [ReportParameter, string][] => {
    const value = given.text(optionOf[name] ?? name);
    return value === undefined ? [] : [[name, value]];
  });
  const stranger = asked.find(([name]) => !taken.includes(name));
  if (stranger) throw new UsageError(`${report} takes no --${optionOf[stranger[0]] ?? stranger[0]}`);
  if (taken.includes('contact_id') && !asked.some(([name]) => name === 'contact_id')) given.required('contact');
  return Object.fromEntries(asked);
}

function read(
  { api: { reports } }: Service,
  report: ReportName,
  connectionId: string,
  query: Readonly<Record<string, string>>,
): Promise<FinancialReport> {
  // The service reads the texts, and refuses a wrong one by its name.
  const options = { ...query, ...patient } as never;
  const methods = {
    profit_and_loss: reports.getProfitAndLoss,
    balance_sheet: reports.getBalanceSheet,
    trial_balance: reports.getTrialBalance,
    aged_receivables: reports.getAgedReceivables,
    aged_payables: reports.getAgedPayables,
    bank_summary: reports.getBankSummary,
  } satisfies Record<ReportName, unknown>;
  return methods[report](connectionId, options);
}

/** Labels to the left, indented by their depth; amounts to the right under their columns. */
export function tableOf({ report, basis, currency, from, to, columns, rows }: FinancialReport): readonly string[] {
  const days = from === null ? `on ${to}` : `from ${from} to ${to}`;
  const facts = [currency, basis].filter((fact) => fact !== null).join(', ');
  const title = `${report.replaceAll('_', ' ')} ${days}${facts === '' ? '' : ` (${facts})`}`;
  const cellOf = ({ values, texts }: Pick<ReportRow, 'values' | 'texts'>, key: string): string =>
    visible(values[key] ?? texts?.[key] ?? '');
  const headings = columns.map(({ key, label }) => visible(label || key));
  const cells = rows.map((row) => columns.map(({ key }) => cellOf(row, key)));
  const labels = rows.map(({ depth, label }) => '  '.repeat(depth) + visible(label.replace(/\s+/g, ' ')));
  const width = Math.max(0, ...labels.map(({ length }) => length));
  const widths = headings.map((heading, at) => Math.max(heading.length, ...cells.map((row) => row[at]?.length ?? 0)));
  const lineOf = (label: string, texts: readonly string[]) =>
    [label.padEnd(width), ...texts.map((text, at) => text.padStart(widths[at] ?? 0))].join('  ').trimEnd();
  return [title, '', lineOf('', headings), ...labels.map((label, at) => lineOf(label, cells[at] ?? []))];
}
