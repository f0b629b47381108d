import type { AgentSpendingStore, DaySpent, LookAlike, LookAlikeStore, Reservation } from '#core/ports';
import { json, millis, nullable, tableOf, text, time, timeOf } from '../columns.ts';
import type { Dialect } from '../dialect.ts';
import { rowsText } from '../insert-rows.ts';
import { preparedRowsOf, requireTransaction, rowsOf, type Session } from '../session.ts';

const lookAlikes = tableOf<LookAlike>()('look_alikes', {
  connectionId: text,
  subject: text,
  fingerprint: text,
  organizationId: text,
  environment: text,
  type: text,
  currency: nullable(text),
  accounts: nullable(text),
  providerId: nullable(text),
  operationId: nullable(text),
  idempotencyKey: nullable(text),
  ref: nullable(text),
  itemKey: nullable(text),
  actor: nullable(json),
  createdAt: time,
});

/** One statement has at most this many rows, far below what either database binds. */
const rowsAStatement = 200;
const foundMost = 500;
const openMost = 1000;

function* partsOf<T>(items: readonly T[]): Generator<readonly T[]> {
  for (let at = 0; at < items.length; at += rowsAStatement) yield items.slice(at, at + rowsAStatement);
}

const copyColumns = { connection_id: 'text', type: 'text', provider_id: 'text', number: 'integer' } as const;

// The limit makes PostgreSQL look each row up by its key.
const unseenSql = ({ given }: Dialect): string => `select given.number from (${given(copyColumns)}) as given
  join sync_starts s on s.connection_id = given.connection_id
    and (' ' || coalesce(s.walked, '') || ' ') like ('% ' || given.type || ' %')
  where not exists (select 1 from cached_records r where r.connection_id = given.connection_id
    and r.type = given.type and r.provider_id = given.provider_id limit 1 offset 0)`;

const renewed = { subject: 'text', fingerprint: 'text', currency: 'text', accounts: 'text' } as const;

/** Of a subject with several fingerprints one is moved, and none onto another that it has. */
const renewSql = ({ given }: Dialect): string => `update look_alikes
  set fingerprint = given.fingerprint, currency = given.currency, accounts = given.accounts
  from (${given(renewed)}) as given where look_alikes.connection_id = ? and look_alikes.subject = given.subject
    and not exists (select 1 from look_alikes other where other.connection_id = look_alikes.connection_id
      and other.subject = look_alikes.subject
      and (other.fingerprint < look_alikes.fingerprint
        or (other.fingerprint = given.fingerprint and other.fingerprint <> look_alikes.fingerprint)))`;

export function lookAlikeStore(session: Session): LookAlikeStore {
  const { db } = session;
  return {
    async lock(connectionId, fingerprints, now) {
      requireTransaction(session, 'a lock of look_alike_locks');
      // In one order, so that two creates that share several never wait for each other.
      const rows = [...new Set(fingerprints)].sort().map((fingerprint) => {
        return { connection_id: connectionId, fingerprint, touched_at: millis(now) };
      });
      for (const some of partsOf(rows)) {
        await db('look_alike_locks').insert(some).onConflict(['connection_id', 'fingerprint']).merge(['touched_at']);
      }
    },
    async lockedAt(connectionId, fingerprint) {
      const found: { readonly touched_at: number } | undefined = await db('look_alike_locks')
        .where({ connection_id: connectionId, fingerprint })
        .first('touched_at');
      return found && timeOf(found.touched_at);
    },
    async find(connectionId, fingerprints, since) {
      const found: LookAlike[] = [];
      for (const some of partsOf([...new Set(fingerprints)])) {
        const query = lookAlikes
          .in(db)
          .where({ connection_id: connectionId })
          .whereIn('fingerprint', [...some])
          .where('created_at', '>=', millis(since))
          .orderBy('created_at', 'desc')
          .limit(foundMost);
        found.push(...(await lookAlikes.all(query)));
      }
      return found.sort((one, other) => millis(other.createdAt) - millis(one.createdAt)).slice(0, foundMost);
    },
    async shared(connectionId, since, limit) {
      const rows = await rowsOf<{ fingerprint: string }>(
        db,
        `select fingerprint from look_alikes where connection_id = ? and created_at >= ?
          group by fingerprint having count(*) > 1 order by max(created_at) desc, fingerprint limit ?`,
        [connectionId, millis(since), limit],
      );
      return rows.map(({ fingerprint }) => fingerprint);
    },
    async put(given) {
      // A statement may touch a row only once.
      const byKey = new Map(given.map((one) => [[one.connectionId, one.subject, one.fingerprint].join(' '), one]));
      for (const some of partsOf([...byKey.values()])) {
        await db('look_alikes')
          .insert(some.map((one) => lookAlikes.toRow(one)))
          .onConflict(['connection_id', 'subject', 'fingerprint'])
          .merge(['actor', 'operation_id', 'ref'])
          .whereRaw('look_alikes.actor is null and look_alikes.operation_id is null');
      }
    },
    async renew(connectionId, changed) {
      if (changed.length === 0) return;
      await preparedRowsOf(db, renewSql(session.dialect), [rowsText(changed), connectionId]);
    },
    async remove(connectionId, subjects) {
      for (const some of partsOf(subjects)) {
        await lookAlikes
          .in(db)
          .where({ connection_id: connectionId })
          .whereIn('subject', [...some])
          .delete();
      }
    },
    async unseen(places) {
      if (places.length === 0) return [];
      const rows = places.map(({ connectionId, type, providerId }, number) => {
        return { connection_id: connectionId, type, provider_id: providerId, number };
      });
      const found = await preparedRowsOf<{ readonly number: number }>(db, unseenSql(session.dialect), [rowsText(rows)]);
      const numbers = new Set(found.map(({ number }) => Number(number)));
      return places.filter((_, number) => numbers.has(number));
    },
  };
}

interface ReservationRow {
  readonly owner: string;
  readonly currency: string;
  readonly connection_id: string;
  readonly organization_id: string;
  readonly environment: string;
  readonly lineage_id: string;
  readonly day: number;
  readonly amount: string;
  readonly writes: number;
  readonly state: string;
}

export function agentSpendingStore(session: Session): AgentSpendingStore {
  const { db } = session;
  const reservations = () => db<ReservationRow>('agent_reservations');
  const ofDay = (lineageId: string, day: Date) =>
    rowsOf<DaySpent>(
      db,
      'select currency, amount, writes from agent_spend where lineage_id = ? and day = ? order by currency',
      [lineageId, millis(day)],
    );
  return {
    async lockDay(lineageId, day) {
      requireTransaction(session, 'a lock of agent_spend');
      // The row of the number of writes stands for the whole day.
      const row = { lineage_id: lineageId, day: millis(day), currency: '', amount: '0', writes: 0 };
      const lock = { writes: db.raw('agent_spend.writes') };
      await db('agent_spend').insert(row).onConflict(['lineage_id', 'day', 'currency']).merge(lock);
      return ofDay(lineageId, day);
    },
    ofDay,
    async putDay(lineageId, day, sums) {
      if (sums.length === 0) return;
      const rows = sums.map((sum) => ({ lineage_id: lineageId, day: millis(day), ...sum }));
      await db('agent_spend').insert(rows).onConflict(['lineage_id', 'day', 'currency']).merge(['amount', 'writes']);
    },
    async put(given) {
      if (given.length > 0) await reservations().insert(given.map(rowOf));
    },
    ofOwner: async (owner) => (await reservations().where({ owner })).map(reservationOf),
    open: async (lineageId, day) =>
      (
        await reservations()
          .where({ lineage_id: lineageId, day: millis(day) })
          .whereRaw(`state = 'open'`)
          .orderBy(['owner', 'currency'])
          .limit(openMost)
      ).map(reservationOf),
    async settle(owner, as) {
      if (as === 'removed') await reservations().where({ owner }).delete();
      else await reservations().where({ owner }).update({ state: 'kept' });
    },
  };
}

function rowOf({ scope, connectionId, lineageId, day, ...own }: Reservation): ReservationRow {
  const { organizationId, environment } = scope;
  const place = { connection_id: connectionId, organization_id: organizationId, environment };
  return { ...own, ...place, lineage_id: lineageId, day: millis(day) };
}

function reservationOf(row: ReservationRow): Reservation {
  const { connection_id, organization_id, environment, lineage_id, day, ...own } = row;
  const scope = { organizationId: organization_id, environment } as Reservation['scope'];
  const place = { connectionId: connection_id as Reservation['connectionId'], lineageId: lineage_id };
  return { ...own, ...place, scope, day: timeOf(Number(day)), state: own.state as Reservation['state'] };
}
