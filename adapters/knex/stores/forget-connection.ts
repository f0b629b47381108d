// What is kept of a connection that is disconnected: whole rows go, or the documents in them.
import {
  type ConnectionId,
  type ForgetCut,
  type ForgottenPart,
  forgottenAnswer,
  type OperationAttempt,
  type OperationError,
  type OperationId,
  type PurgedBatch,
  purgedDocument,
  purgedMessage,
  terminalStates,
} from '#core';
import { documentOf, documentText, millis } from '../columns.ts';
import { atomic, rowsOf, type Session } from '../session.ts';
import { idempotencyTable } from './idempotency-row.ts';

type Forget = (session: Session, connectionId: ConnectionId, cut: ForgetCut) => Promise<PurgedBatch>;

const purged = documentText(purgedDocument);
const nothing = documentText(null);
const answered = documentText(forgottenAnswer);

const parts: Readonly<Record<ForgottenPart, Forget>> = {
  records: rowsGo('cached_records', ['connection_id', 'type', 'provider_id']),
  /** With them goes from when on changes are announced: the next walk has nothing to compare with. */
  projections: (session, connectionId, cut) =>
    atomic(session, async (inner) => {
      await inner.db('sync_starts').where({ connection_id: connectionId }).delete();
      return rowsGo('payment_projections', ['connection_id', 'provider_invoice_id'])(inner, connectionId, cut);
    }),
  answers: forgetAnswers,
  operations: forgetOperations,
  events: forgetEvents,
};

export function forgetPart(session: Session, part: ForgottenPart, connectionId: ConnectionId, cut: ForgetCut) {
  return parts[part](session, connectionId, cut);
}

function rowsGo(table: string, key: readonly string[]): Forget {
  const keys = key.join(', ');
  const sql = `delete from ${table} where (${keys}) in (select ${keys} from ${table} where connection_id = ? limit ?)
    returning connection_id`;
  return async ({ db }, connectionId, { limit }) => {
    const { length: removed } = await rowsOf(db, sql, [connectionId, limit]);
    return { removed, next: removed < limit ? null : '' };
  };
}

/** A key stays, so that its request is never done a second time; nobody can take up what was begun under it. */
function forgetAnswers(session: Session, connectionId: ConnectionId, { now, limit, after, sparesUnderWay }: ForgetCut) {
  return atomic(session, async ({ db, dialect }): Promise<PurgedBatch> => {
    // Keys of operations have no lease of their own.
    const begun = sparesUnderWay ? `and (answer is not null or key not like '\nop:%')` : '';
    const rows = await rowsOf<{ key: string }>(
      db,
      `select key from ${idempotencyTable} where connection_id = ? and key > ? and lease_until <= ?
        and (answer is null or answer <> ?) ${begun} order by key limit ? ${dialect.forUpdate}`,
      [connectionId, after ?? '', millis(now), answered, limit],
    );
    const keys = rows.map(({ key }) => key);
    const noLease = { lease_token: null, lease_until: 0 };
    await db(idempotencyTable)
      .where({ connection_id: connectionId })
      .whereIn('key', keys)
      .update({ answer: answered, attempt_prepared: null, attempt_first_sent_at: null, ...noLease });
    return { removed: keys.length, next: keys.length < limit ? null : (keys.at(-1) ?? null) };
  });
}

interface EndedRow {
  readonly id: OperationId;
  readonly created_at: number;
  readonly result: string;
  readonly error: string | null;
  readonly attempts: string;
}

const ended = terminalStates.map((state) => `'${state}'`).join(', ');

function forgetOperations(session: Session, connectionId: ConnectionId, { limit, after }: ForgetCut) {
  return atomic(session, async ({ db, dialect }): Promise<PurgedBatch> => {
    const [createdAt = '0', id = ''] = after?.split(' ') ?? [];
    const rows = await rowsOf<EndedRow>(
      db,
      `select id, created_at, result, error, attempts from operations
        where connection_id = ? and (created_at, id) > (?, ?) and state in (${ended}) and input <> ?
        order by created_at, id limit ? ${dialect.forUpdate}`,
      [connectionId, Number(createdAt), id, purged, limit],
    );
    for (const row of rows) {
      const attempts = documentOf<readonly OperationAttempt[]>(row.attempts).map((attempt) => ({
        ...attempt,
        error: attempt.error && withoutWords(attempt.error),
      }));
      await db('operations')
        .where({ id: row.id })
        .update({
          input: purged,
          result: row.result === nothing ? nothing : purged,
          error: errorText(row.error),
          attempts: documentText(attempts),
          metadata: documentText({}),
        });
    }
    await forgetSteps(
      db,
      rows.map((row) => row.id),
    );
    const last = rows.at(-1);
    return { removed: rows.length, next: last && rows.length === limit ? `${last.created_at} ${last.id}` : null };
  });
}

async function forgetSteps(db: Session['db'], operationIds: readonly OperationId[]): Promise<void> {
  const steps = () => db<{ id: number; error: string | null }>('operation_steps').whereIn('operation_id', operationIds);
  for (const { id, error } of await steps().whereNotNull('error').select('id', 'error')) {
    await db('operation_steps')
      .where({ id })
      .update({ error: errorText(error) });
  }
  await db('operation_steps')
    .whereIn('operation_id', operationIds)
    .whereNot('result', nothing)
    .update({ result: purged });
}

/** A message may quote the document that was refused. */
function withoutWords(error: OperationError): OperationError {
  return { ...error, message: purgedMessage };
}

function errorText(error: string | null): string | null {
  return error && documentText(withoutWords(documentOf<OperationError>(error)));
}

/** What is told of the connection itself stays: it is no document of the ledger. */
function forgetEvents(session: Session, connectionId: ConnectionId, cut: ForgetCut) {
  return atomic(session, async ({ db }): Promise<PurgedBatch> => {
    const unsent = `(select d.id from deliveries d join operations o on o.id = d.operation_id
      where d.event_id = events.id and o.state in ('queued', 'running', 'retrying') limit 1) is not null`;
    const rows = await rowsOf<{ id: string; sequence: number }>(
      db,
      `select id, sequence from events where connection_id = ? and sequence > ? and type not like 'connection.%'
        and data <> ? ${cut.sparesUnderWay ? `and not (${unsent})` : ''} order by sequence limit ?`,
      [connectionId, Number(cut.after ?? 0), purged, cut.limit],
    );
    const ids = rows.map(({ id }) => id);
    await db('events').whereIn('id', ids).update({ data: purged });
    // A receiver may have answered with what it was sent.
    await db('delivery_attempts')
      .whereIn('delivery_id', db('deliveries').select('id').whereIn('event_id', ids))
      .whereNot('response_excerpt', '')
      .update({ response_excerpt: null });
    const last = rows.at(-1);
    return { removed: rows.length, next: last && rows.length === cut.limit ? String(last.sequence) : null };
  });
}
