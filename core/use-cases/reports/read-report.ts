// A report of an organization's books, computed by the provider for this request and stored nowhere.
import type { Caller } from '../../domain/caller.ts';
import { badRequest, nothingAt } from '../../domain/errors.ts';
import type { JsonObject } from '../../domain/json.ts';
import { textField } from '../../domain/ledger-record.ts';
import { meant } from '../../domain/near-word.ts';
import { type AskedReport, differingTotals, type LedgerReport, type ReportRow } from '../../domain/report.ts';
import { reportNames, takes } from '../../domain/report-query.ts';
import { ownIdOf, providerIdOf, resourceIdOf } from '../../families/resource-id.ts';
import type { CorePorts } from '../../ports/core-ports.ts';
import type { RawQuery } from '../../schemas/query.ts';
import { requireConnection } from '../connections/read-connections.ts';
import { type Ledger, requestLedger } from '../ledger/open-ledger.ts';
import type { Patience } from '../ledger/wait-for-budget.ts';
import { unsupported } from '../providers/coverage.ts';
import { providerOf } from '../providers/provider-of.ts';
import { categoryOfOption } from '../resources/books-knowledge.ts';
import { meterLiveRead } from '../usage/metering.ts';
import { cacheRead } from '../writes/cache-records.ts';
import { earlierOf, type ReadQuery, readQuery, spanOf } from './parse-report.ts';

export interface ReportPath extends Patience {
  readonly connectionId: string;
  readonly report: string;
  readonly query: RawQuery;
}

/**
 * One call to the provider, and one more if neither a copy of the organization nor one of its tracking categories is there to tell
 * what the report needs; with zero retention none ever is. Throws ACTION_REQUIRED `reports_role_missing` or `scope_missing`, neither
 * of which touches the connection.
 */
export function readReport(ports: CorePorts) {
  return async (caller: Caller, { connectionId, report: name, query, waitSeconds }: ReportPath) => {
    const connection = await requireConnection(ports, caller, connectionId);
    const report = reportNames.find((one) => one === name);
    if (!report) throw nothingAt(meant(name, reportNames));
    const { traits } = providerOf(ports, connection);
    if (!traits.reports?.includes(report)) throw unsupported(traits, `compute a ${report.replaceAll('_', ' ')}`);
    const read = readQuery(report, query);
    const ledger = requestLedger(ports, connection, caller, { waitSeconds });
    const contactId = contactOf(ledger, read);
    const organization = await organizationOf(ports, ledger);
    const span = spanOf(report, read, todayIn(ports, ledger, organization));
    const tracking = await trackingOf(ports, ledger, read);
    const { basis, layout } = read;
    const asked: AskedReport = {
      report,
      ...span,
      basis,
      layout,
      earlier: earlierOf(report, read),
      contactId,
      tracking,
    };
    const told = await ledger.report(asked);
    await meterLiveRead(ports, connection);
    return shown(ports, ledger, asked, { told, currency: textField({ fields: organization }, 'base_currency') });
  };
}

export type ShownReport = Awaited<ReturnType<ReturnType<typeof readReport>>>;

function shown(
  { clock }: CorePorts,
  { provider: { traits } }: Ledger,
  asked: AskedReport,
  { told, currency }: { readonly told: LedgerReport; readonly currency: string | null },
) {
  const { report, basis, from, to } = asked;
  const idOf = (type: 'accounts' | NonNullable<ReportRow['document']>['type'], id: string) => {
    const own = ownIdOf(type, id, traits);
    return own === undefined ? null : resourceIdOf(type, own);
  };
  const rows = told.rows.map(({ accountId, document, texts, ...row }) => ({
    ...row,
    accountId: accountId === null ? null : idOf('accounts', accountId),
    documentId: document && idOf(document.type, document.providerId),
    ...(Object.keys(texts).length > 0 && { texts }),
  }));
  return {
    report,
    basis: takes(report, 'basis') ? basis : null,
    currency,
    ...{ from, to },
    generatedAt: told.generatedAt ?? clock.now(),
    columns: told.columns,
    rows,
    warnings: [...told.warnings, ...differingTotals(report, told)],
  };
}

function contactOf({ provider: { traits } }: Ledger, { contact }: ReadQuery): string | null {
  if (contact === undefined) return null;
  const providerId = providerIdOf('contacts', contact, traits);
  if (providerId === undefined) throw badRequest('contact_id', 'is no id of a contact');
  return providerId;
}

const optionMost = 100;

/** An option by the provider's id, as the categories and the lines of documents show it. */
async function trackingOf(
  ports: CorePorts,
  ledger: Ledger,
  { trackingOption: optionId }: ReadQuery,
): Promise<AskedReport['tracking']> {
  if (optionId === undefined) return null;
  const category = optionId.length > optionMost ? undefined : await categoryOfOption(ports, ledger, optionId);
  if (!category) throw badRequest('tracking_option_id', 'is no option of a tracking category of these books');
  return { categoryId: category.id, optionId };
}

function todayIn({ clock }: CorePorts, { provider: { gateway } }: Ledger, organization: JsonObject): string {
  if (!gateway.dayInBooks) throw new Error('the gateway has no reports');
  return gateway.dayInBooks(organization, clock.now());
}

const organizations = 'organizations';

/** The organization's fields: its copy of any age, because neither currency nor time zone moves, or the books' own, which is then copied. */
async function organizationOf(ports: CorePorts, ledger: Ledger): Promise<JsonObject> {
  const { connection, context } = ledger;
  if (connection.retentionMode === 'cached') {
    const place = { connectionId: connection.id, type: organizations } as const;
    const { itemsJson } = await ports.storage.records.list(place, { withoutNative: true }, { limit: 1, page: 1 });
    const [copy] = JSON.parse(itemsJson) as readonly JsonObject[];
    if (copy) return copy;
  }
  const fetchedAt = ports.clock.now();
  const { records } = await ledger.list(organizations, { since: null, after: null });
  const { requestId, operationId = null } = context;
  const read = { connection, requestId, operationId, records: records.map((one) => ({ ...one, fetchedAt })) };
  await cacheRead(ports, read).catch((error: unknown) => {
    ports.log.error('the organization could not be cached', error, { connection_id: connection.id });
  });
  return records[0]?.fields ?? {};
}
