import {
  type ConnectionId,
  type ForgetCut,
  type ForgottenBatch,
  type ForgottenPart,
  forgottenAnswer,
  type OperationAttempt,
  type OperationError,
  type OperationId,
  purgedDocument,
  purgedMessage,
  terminalStates,
} from '#core/ports';
import { documentOf, documentText, millis } from '../columns.ts';
import type { OperationRow } from '../queue/operation-row.ts';
import { atomic, rowsOf, type Session } from '../session.ts';
import { recordColumns } from './request-log-store.ts';

type Forget = (session: Session, connectionId: ConnectionId, cut: ForgetCut) => Promise<ForgottenBatch>;

const purged = documentText(purgedDocument);
const nothing = documentText(null);
const answered = documentText(forgottenAnswer);
const noAttempt = { attempt_prepared: null, attempt_first_sent_at: null, attempt_keys: null };

export const endedStates = terminalStates.map((state) => `'${state}'`).join(', ');

/**
 * SQL for an unfinished delivery of an event, or null. It starts from the event's own deliveries, because for a join or
 * `exists` PostgreSQL may scan all unfinished operations once per event.
 */
export const unsentDelivery = `(select d.id from deliveries d where d.event_id = events.id
  and (select o.state from operations o where o.id = d.operation_id) in ('queued', 'running', 'retrying') limit 1)`;

const deletes =
  (table: string, key: string): Forget =>
  async ({ db }, connectionId, { limit }) => {
    const { length: removed } = await rowsOf(
      db,
      `delete from ${table} where (${key}) in (select ${key} from ${table} where connection_id = ? limit ?)
        returning connection_id`,
      [connectionId, limit],
    );
    return { removed, next: removed < limit ? null : '' };
  };

/** Also deletes what resembles what, how walks ended, and the time from which changes are announced: the next sync has nothing to compare with. */
const forgetProjections: Forget = (session, connectionId, cut) =>
  atomic(session, async (inner) => {
    await inner.db('sync_starts').where({ connection_id: connectionId }).delete();
    await inner.db('family_walks').where({ connection_id: connectionId }).delete();
    await inner.db('look_alikes').where({ connection_id: connectionId }).delete();
    return deletes('payment_projections', 'connection_id, provider_invoice_id')(inner, connectionId, cut);
  });

/** Keeps a key, so that its request is never done twice, and removes its attempt, so that nobody resumes it. */
const forgetAnswers: Forget = (session, connectionId, { now, limit, after }) =>
  atomic(session, async ({ db, dialect }) => {
    const rows = await rowsOf<{ key: string }>(
      db,
      `select key from idempotency_keys where connection_id = ? and key > ? and lease_until <= ?
        and (answer is null or answer <> ?) order by key limit ? ${dialect.forUpdate}`,
      [connectionId, after ?? '', millis(now), answered, limit],
    );
    const keys = rows.map(({ key }) => key);
    await db('idempotency_keys')
      .where({ connection_id: connectionId })
      .whereIn('key', keys)
      .update({ answer: answered, ...noAttempt, lease_token: null, lease_until: 0 });
    return { removed: keys.length, next: keys.length < limit ? null : (keys.at(-1) ?? null) };
  });

type EndedRow = Pick<OperationRow, 'id' | 'created_at' | 'result' | 'error' | 'attempts'>;

const forgetOperations: Forget = (session, connectionId, { limit, after }) =>
  atomic(session, async ({ db, dialect }) => {
    const [createdAt = '0', id = ''] = after?.split(' ') ?? [];
    const rows = await rowsOf<EndedRow>(
      db,
      `select id, created_at, result, error, attempts from operations
        where connection_id = ? and (created_at, id) > (?, ?) and state in (${endedStates}) and input <> ?
        order by created_at, id limit ? ${dialect.forUpdate}`,
      [connectionId, Number(createdAt), id, purged, limit],
    );
    for (const row of rows) await db('operations').where({ id: row.id }).update(withoutDocuments(row));
    const ids = rows.map((row) => row.id);
    await forgetSteps(db, ids);
    await forgetItems(db, ids);
    const last = rows.at(-1);
    return { removed: rows.length, next: last && rows.length === limit ? `${last.created_at} ${last.id}` : null };
  });

function withoutDocuments({ result, error, attempts }: EndedRow) {
  const tried = documentOf<readonly OperationAttempt[]>(attempts);
  return {
    input: purged,
    result: result === nothing ? nothing : purged,
    error: withoutMessageText(error),
    attempts: documentText(
      tried.map((attempt) => ({ ...attempt, error: attempt.error && withoutMessage(attempt.error) })),
    ),
    metadata: documentText({}),
    origin: null,
  };
}

async function forgetSteps(db: Session['db'], operationIds: readonly OperationId[]): Promise<void> {
  const steps = () => db('operation_steps').whereIn('operation_id', operationIds);
  const failed: readonly { id: number; error: string }[] = await steps().whereNotNull('error').select('id', 'error');
  for (const { id, error } of failed)
    await steps()
      .where({ id })
      .update({ error: withoutMessageText(error) });
  await steps().whereNotNull('attempt_prepared').update(noAttempt);
  await steps().whereNot('result', nothing).update({ result: purged });
}

/** Keeps the status of each item and the digest of what was held, but not what was sent or why it was refused. */
async function forgetItems(db: Session['db'], operationIds: readonly OperationId[]): Promise<void> {
  await db('bulk_items')
    .whereIn('operation_id', operationIds)
    .update({ item_key: '', body: null, sealed_body: null, error: null });
  await db('held_writes').whereIn('id', operationIds).update({ content: null, sealed_content: null });
}

/** Replaces the message, which may quote the refused document. */
function withoutMessage(error: OperationError): OperationError {
  return { ...error, message: purgedMessage };
}

function withoutMessageText(error: string | null): string | null {
  return error && documentText(withoutMessage(documentOf<OperationError>(error)));
}

/**
 * Keeps events about the connection itself, and operational events, which have no sequence: they contain no document of the
 * ledger.
 */
const forgetEvents: Forget = (session, connectionId, cut) =>
  atomic(session, async ({ db }) => {
    const rows = await rowsOf<{ id: string; sequence: number }>(
      db,
      `select id, sequence from events where connection_id = ? and sequence > ? and type not like 'connection.%'
        and data <> ? ${cut.sparesUnderWay ? `and ${unsentDelivery} is null` : ''} order by sequence limit ?`,
      [connectionId, Number(cut.after ?? 0), purged, cut.limit],
    );
    const ids = rows.map(({ id }) => id);
    await db('events').whereIn('id', ids).update({ data: purged });
    // A receiver's answer may quote the event.
    await db('delivery_attempts')
      .whereIn('delivery_id', db('deliveries').select('id').whereIn('event_id', ids))
      .whereNot('response_excerpt', '')
      .update({ response_excerpt: null });
    const last = rows.at(-1);
    return { removed: rows.length, next: last && rows.length === cut.limit ? String(last.sequence) : null };
  });

/** Keeps what a request was and how it ended, but not what it said of records. */
const forgetRequests: Forget = async ({ db }, connectionId, { limit }) => {
  const { length: removed } = await rowsOf(
    db,
    `update request_log set ${recordColumns.map((column) => `${column} = null`).join(', ')} where id in (
      select id from request_log where connection_id = ? and coalesce(${recordColumns.join(', ')}) is not null limit ?) returning id`,
    [connectionId, limit],
  );
  return { removed, next: removed < limit ? null : '' };
};

/** Keeps what was asked and how it ended, but nothing of what was sent. */
const forgetProviderRequests: Forget = async ({ db }, connectionId, { limit }) => {
  const { length: removed } = await rowsOf(
    db,
    `update provider_requests set sealed_request = null where id in (
      select id from provider_requests where connection_id = ? and sealed_request is not null limit ?) returning id`,
    [connectionId, limit],
  );
  return { removed, next: removed < limit ? null : '' };
};

/** A page that was read before the connection's data were deleted was stored within this time. */
const exportedWithinMs = 120_000;

/** Any list of the plane may have held the connection's data. An export that lost a part fails. */
const forgetExports: Forget = async ({ db }, connectionId, { limit }) => {
  const { length: removed } = await rowsOf(
    db,
    `with doomed as materialized (
      select p.id from connections c join export_parts p on p.organization_id = c.organization_id
        and p.environment = c.environment and p.created_at < c.updated_at + ? where c.id = ? limit ?)
    delete from export_parts where id in (select id from doomed) returning id`,
    [exportedWithinMs, connectionId, limit],
  );
  return { removed, next: removed < limit ? null : '' };
};

export const forgottenParts: Readonly<Record<ForgottenPart, Forget>> = {
  records: deletes('cached_records', 'connection_id, type, provider_id'),
  projections: forgetProjections,
  answers: forgetAnswers,
  operations: forgetOperations,
  events: forgetEvents,
  requests: forgetRequests,
  exports: forgetExports,
  provider_requests: forgetProviderRequests,
};
