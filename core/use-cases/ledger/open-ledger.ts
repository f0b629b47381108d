// A connection's ledger, ready to be called: bound to its tenant, a fresh token, its budget and its journal.
import type { Attachment } from '../../domain/attachment.ts';
import type { BarredAct } from '../../domain/barred-act.ts';
import { budgetOf } from '../../domain/budget.ts';
import type { Caller } from '../../domain/caller.ts';
import type { AccessCredentials, Connection } from '../../domain/connection.ts';
import { ServiceError } from '../../domain/errors.ts';
import type { HistoryEntry } from '../../domain/history.ts';
import type { LedgerRecord, PreparedWrite } from '../../domain/ledger-record.ts';
import { storedPath, tokenPath } from '../../domain/provider-call.ts';
import type { PassedAnswer, PreparedRequest } from '../../domain/provider-request.ts';
import { type AskedReport, type LedgerReport, reportsRoleMissing } from '../../domain/report.ts';
import { type ResourceType, recordName } from '../../domain/resource.ts';
import type { CorePorts } from '../../ports/core-ports.ts';
import type {
  LedgerAccess,
  LedgerCall,
  LedgerFindQuery,
  LedgerGateway,
  LedgerListQuery,
  LedgerPage,
  NamedRecord,
  ReadTogether,
  WriteIntent,
} from '../../ports/ledger-gateway.ts';
import type { Provider } from '../../ports/provider.ts';
import { providerOf } from '../providers/provider-of.ts';
import { accessToken, openToken } from './access-token.ts';
import { assertDatabaseKept } from './database-kept.ts';
import { refusedAccess, refusedBecause, usableTenant } from './refused-access.ts';
import { type CallContext, type Patience, requestContext, waitForBudget } from './wait-for-budget.ts';

/**
 * Every call takes a place in the connection's budget and a fresh token, and is made once more under a new token if the
 * provider refuses the first. Throws RATE_LIMITED before the provider is called when the budget is used up, ACTION_REQUIRED
 * when the person must consent again, CONFLICT `connection_not_active` or `provider_unavailable_here`, and what the gateway throws.
 */
export interface Ledger {
  readonly connection: Connection;
  readonly provider: Provider;
  readonly context: CallContext;
  /** Reads alone: a write over it ends where it would be sent, and what is read is not cached. */
  readonly isDry?: true;
  read(type: ResourceType, providerId: string): Promise<LedgerRecord>;
  readMany(type: ResourceType, providerIds: readonly string[]): Promise<ReadTogether>;
  list(type: ResourceType, query: LedgerListQuery): Promise<LedgerPage>;
  find(query: LedgerFindQuery): Promise<LedgerPage>;
  /** The document rendered now, as PDF bytes. */
  document(type: ResourceType, providerId: string): Promise<AsyncIterable<Uint8Array>>;
  /** The files of a record, without their bytes. */
  attachments(record: NamedRecord): Promise<readonly Attachment[]>;
  attachmentBytes(record: NamedRecord, attachmentId: string): Promise<AsyncIterable<Uint8Array>>;
  /** What the provider does not let the connection do; undefined where the provider cannot say. */
  barred(): Promise<readonly BarredAct[] | undefined>;
  /** What happened to a record, in the provider's words. */
  history(record: NamedRecord): Promise<readonly HistoryEntry[]>;
  /** Computed by the provider now. A refusal for the lack of a scope or a role tells nothing of the connection. */
  report(asked: AskedReport): Promise<LedgerReport>;
  /** The online page of a sales invoice; undefined if it has none. */
  onlineUrl(providerId: string): Promise<string | undefined>;
  /** Makes a read of the caller's own, which is on the provider's list. */
  passRead(request: PreparedRequest): Promise<PassedAnswer>;
  prepare(intent: WriteIntent): PreparedWrite;
  /**
   * Waits for a token and a place in the budget, so that a write goes out as soon as it is stored. `changed`: the record that
   * it changes. `apart`: why a refusal of the call tells nothing of the connection.
   */
  reserve(changed?: CalledAbout, apart?: Apart): Promise<ReservedCall>;
}

/** What a call is about. */
export interface CalledAbout extends NamedRecord {
  /** Its files, which need a scope of their own: a refusal tells nothing of the connection, whose other calls go on. */
  readonly part?: 'attachments';
}

interface ReservedCall {
  /** Returns undefined, and sends nothing, after `sendBefore`. */
  make<T>(sendBefore: Date, call: (access: LedgerAccess) => Promise<T>): Promise<T | undefined>;
  release(): void;
}

export function requestLedger(
  ports: CorePorts,
  connection: Connection,
  caller: Caller,
  patience: Patience & Pick<CallContext, 'cause'>,
): Ledger {
  return openLedger(ports, connection, requestContext(ports, caller, patience));
}

export function openLedger(ports: CorePorts, connection: Connection, context: CallContext): Ledger {
  const { clock } = ports;
  const provider = providerOf(ports, connection);
  const { gateway } = provider;
  const boundTo = (record: CalledAbout | undefined, apart: Apart | undefined = record?.part): Bound => {
    const isKept = record && connection.retentionMode === 'cached';
    const about = isKept ? recordName(record.type, record.providerId) : null;
    const roleReason = apart === 'report' ? reportsRoleMissing : undefined;
    return { ports, connection, provider, context, about, isApart: apart !== undefined, roleReason };
  };
  const counted =
    <T>(work: (access: LedgerAccess) => Promise<T>) =>
    (access: LedgerAccess) => {
      context.countCall?.();
      return work(access);
    };
  const call = async <T>(
    work: (access: LedgerAccess) => Promise<T>,
    record?: CalledAbout,
    apart?: Apart,
  ): Promise<T> => {
    const bound = boundTo(record, apart);
    return callTwice(bound, await grant(bound), counted(work));
  };
  return {
    connection,
    provider,
    context,
    read: (type, providerId) => call((access) => gateway.read(access, type, providerId), { type, providerId }),
    readMany: (type, providerIds) => call((access) => gateway.readMany(access, type, providerIds)),
    list: async (type, query) => goingOn(query, await call((access) => gateway.list(access, type, query))),
    find: async (query) => goingOn(query, await call((access) => gateway.find(access, query))),
    document: (type, providerId) => call((access) => gateway.renderPdf(access, type, providerId), { type, providerId }),
    attachments: (record) => call((access) => files(gateway).listAttachments(access, record), filesOf(record)),
    attachmentBytes: (record, attachmentId) =>
      call((access) => files(gateway).readAttachment(access, record, attachmentId), filesOf(record)),
    barred: async () => (gateway.barred ? call(gateway.barred, undefined, 'rules') : undefined),
    history: (record) => call((access) => told(gateway).readHistory(access, record), record),
    report: (asked) => call((access) => reporting(gateway).readReport(access, asked), undefined, 'report'),
    onlineUrl: (providerId) =>
      call((access) => gateway.onlineInvoiceUrl(access, providerId), { type: 'invoices', providerId }),
    passRead: (request) => call((access) => passing(gateway).passRead(access, request), undefined, 'request'),
    prepare: gateway.prepare,
    async reserve(changed, apart) {
      const bound = boundTo(changed, apart);
      const granted = await grant(bound);
      return {
        make: (sendBefore, send) =>
          callTwice(bound, granted, async (access) => {
            assertDatabaseKept(ports);
            return clock.now() <= sendBefore ? counted(send)(access) : undefined;
          }),
        release: granted.release,
      };
    },
  };
}

/** What needs a scope or a role of its own. */
export type Apart = 'attachments' | 'rules' | 'report' | 'request';

const filesOf = ({ type, providerId }: NamedRecord): CalledAbout => ({ type, providerId, part: 'attachments' });

type WithFiles = Required<Pick<LedgerGateway, 'listAttachments' | 'readAttachment'>>;

/** The provider was checked at the start: a family that can `attachments` has a gateway with them. */
function files({ listAttachments, readAttachment }: LedgerGateway): WithFiles {
  if (!listAttachments || !readAttachment) throw new Error('the gateway has no attachments');
  return { listAttachments, readAttachment };
}

/** As `files`, of a family that can `history`. */
function told({ readHistory }: LedgerGateway): Required<Pick<LedgerGateway, 'readHistory'>> {
  if (!readHistory) throw new Error('the gateway has no history');
  return { readHistory };
}

/** The provider was checked at the start: its traits name reports only if its gateway reads them. */
function reporting({ readReport }: LedgerGateway): Required<Pick<LedgerGateway, 'readReport'>> {
  if (!readReport) throw new Error('the gateway has no reports');
  return { readReport };
}

/** As `files`, where the provider's traits have `requests`. */
function passing({ passRead }: LedgerGateway): Required<Pick<LedgerGateway, 'passRead'>> {
  if (!passRead) throw new Error('the gateway takes no requests of a caller’s own');
  return { passRead };
}

const cursorLengthMost = 1000;

/** Throws PROVIDER_ERROR for a cursor that leads nowhere, or that is too long to be stored. */
function goingOn({ after }: Pick<LedgerListQuery, 'after'>, page: LedgerPage): LedgerPage {
  const { next } = page;
  if (next === null || (next !== after && next.length <= cursorLengthMost)) return page;
  throw new ServiceError('PROVIDER_ERROR', "the provider's list does not end");
}

interface Bound {
  readonly ports: CorePorts;
  readonly connection: Connection;
  readonly provider: Provider;
  readonly context: CallContext;
  /** The name of the one record that the calls are about, where it may be stored. */
  readonly about: string | null;
  /** The call needs a scope of its own. */
  readonly isApart: boolean;
  readonly roleReason: typeof reportsRoleMissing | undefined;
}

interface Granted {
  readonly access: LedgerAccess;
  readonly release: () => void;
}

async function grant(bound: Bound, rejectedToken?: string): Promise<Granted> {
  let attempt = rejectedToken === undefined ? 0 : 1;
  const { ports, connection, provider, context } = bound;
  const tenantId = usableTenant(connection);
  const { credentials, dailyCallLimit } = await ports.storage.credentials.findForCall(connection.id);
  const token = await freshToken(bound, credentials, rejectedToken);
  const limits = budgetOf(provider.traits.limits, dailyCallLimit);
  const giveBack = await waitForBudget(ports, connection, limits, context);
  const grantedAt = ports.clock.now();
  let isHeld = true;
  let said: LedgerCall | undefined;
  return {
    access: {
      accessToken: token,
      tenantId,
      report(made) {
        noteCall(bound, grantedAt, made, ++attempt);
        said = made;
        // The bytes of a document are read after its place was given back.
        if (!isHeld) giveBack(made);
      },
    },
    release() {
      if (isHeld) giveBack(said);
      isHeld = false;
    },
  };
}

/** Calls once more under a new token if the provider refuses this one. */
async function callTwice<T>(bound: Bound, granted: Granted, work: (access: LedgerAccess) => Promise<T>): Promise<T> {
  const { ports, connection, context } = bound;
  let current = granted;
  for (let isLast = false; ; isLast = true) {
    try {
      return await work(current.access);
    } catch (error) {
      if (isLast || !mayPassWithNewToken(connection, error)) {
        const { isApart, roleReason } = bound;
        throw await refusedAccess(ports, connection, error, { requestId: context.requestId, isApart, roleReason });
      }
    } finally {
      current.release();
    }
    current = await grant(bound, current.access.accessToken);
  }
}

/** A refused scope is believed, unless the customer granted it by all that is known: then the token may be older than the consent. */
function mayPassWithNewToken({ scopes }: Connection, error: unknown): boolean {
  const reason = refusedBecause(error);
  if (reason !== 'scope_missing' || !(error instanceof ServiceError)) return reason === 'token_rejected';
  const { missingScopes = [] } = error.details;
  return missingScopes.length > 0 && missingScopes.every((scope) => scopes.includes(scope));
}

/** If no token can be had, no call is made, so the journal holds the failed renewal instead. */
async function freshToken(
  { ports, connection, context }: Bound,
  held: AccessCredentials | undefined,
  rejected: string | undefined,
): Promise<string> {
  const { journal, clock, tracing } = ports;
  const renewed = () => accessToken(ports, connection, rejected);
  const { operationId = null, requestId } = context;
  try {
    const token = held && (await openToken(ports, connection, held));
    if (token !== undefined && token !== rejected) return token;
    return await (tracing ? tracing.span('provider token', { kind: 'client' }, renewed) : renewed());
  } catch (error) {
    if (error instanceof ServiceError && error.code !== 'ACTION_REQUIRED') {
      const status = error.details.providerError?.status ?? null;
      const made = {
        method: 'POST',
        path: tokenPath,
        about: null,
        status,
        bytesIn: 0,
        durationMs: 0,
        correlationId: null,
      };
      const call = { ...made, at: clock.now(), isApart: false };
      const { id: connectionId, organizationId } = connection;
      journal.record({ organizationId, connectionId, operationId, requestId, ...call });
    }
    throw await refusedAccess(ports, connection, error, { requestId, isApart: false });
  }
}

/** Notes a finished call in the journal, the meter and the log. */
function noteCall(
  { ports, connection, context, about, isApart }: Bound,
  grantedAt: Date,
  made: LedgerCall,
  attempt: number,
): void {
  const { journal, meter, clock, log } = ports;
  const { id: connectionId, organizationId, environment, retentionMode } = connection;
  const { operationId = null, requestId } = context;
  const { method, status, bytesIn, durationMs, correlationId = null } = made;
  const path = made.isTemplate ? made.path : storedPath(made.path, retentionMode);
  // A call cannot have begun before it was allowed.
  const at = new Date(Math.max(grantedAt.getTime(), clock.now().getTime() - durationMs));
  const madeBy = { organizationId, connectionId, operationId, requestId };
  journal.record({ ...madeBy, method, path, about, status, bytesIn, durationMs, at, isApart, correlationId });
  const used = { organizationId, environment, connectionId, at };
  meter.count({ ...used, meter: 'provider_calls', quantity: 1 });
  meter.count({ ...used, meter: 'provider_bytes_in', quantity: bytesIn });
  const names = { connection_id: connectionId, operation_id: operationId, request_id: requestId };
  if (ports.tracing) traceCall(ports, made, at, attempt);
  log.info('provider call', { ...names, method, path, status, bytes_in: bytesIn, ms: durationMs });
}

function traceCall({ tracing }: CorePorts, made: LedgerCall, startedAt: Date, attempt: number) {
  const { method, path, status } = made;
  const template = made.isTemplate ? path : storedPath(path, 'zero');
  const about = { 'http.request.method': method, 'url.template': template, 'ledgerport.attempt': attempt };
  const attributes = { ...about, 'http.response.status_code': status ?? undefined };
  tracing?.span(`provider ${method} ${template}`, { kind: 'client', startedAt, attributes }, (span) => {
    if (status === null || status >= 400) span.fail(String(status ?? 'no_answer'));
  });
}
