import { createHash } from 'node:crypto';
import pg from 'pg';
import { StorageUnavailable, WriteDefect } from '#core/ports';
import { withoutNul } from '../knex/columns.ts';
import type { LogPlaceNotes } from '../knex/log-place.ts';
import type { Connection } from '../knex/pool.ts';
import { asUnavailable } from '../knex/unavailable.ts';
import type { Fellow, Fellows, ServerPlace } from './fellow-connections.ts';
import { namingPooler } from './pooler.ts';
import { placeSql, unflushed } from './postgres-dialect.ts';

/** The part of a connection that Knex uses, with callbacks. */
export interface PostgresConnection extends Connection {
  /** True once the connection is lost. */
  readonly isLost: boolean;
  query(query: Query, done: Done): void;
  end(): Promise<void>;
}

interface Query {
  readonly text: string;
  readonly name?: string | undefined;
  readonly values?: readonly unknown[];
}

/** A server refuses writes with this code after a failover; a new connection reaches the new primary. */
const readOnly = '25006';

export interface Session {
  readonly statementTimeoutMs: number;
  readonly idleInTransactionTimeoutMs: number;
  /** True behind a pooler that gives each transaction another connection: then nothing may stay set on one. */
  readonly isPooled: boolean;
  readonly place: LogPlaceNotes;
  readonly fellows: Fellows;
  /** True where a standby serves, too: nothing is written through it. */
  readonly mayBeStandby: boolean;
}

type Ask = (query: Query) => Promise<pg.QueryResult>;
type Done = (error: Error | null, result?: pg.QueryResult) => void;

/** The server names the user that it refuses; who reads a log need not know it. */
function withoutCredentials(error: unknown, { user, password }: pg.Client): unknown {
  if (!(error instanceof Error)) return error;
  error.message = error.message.replaceAll(`"${user}"`, '"…"');
  if (password) error.message = error.message.replaceAll(password, '…');
  return error;
}

/** After the server should have ended a statement itself. */
const silenceMarginMs = 1_000;

/**
 * Opens a connection that reports a commit which stored nothing as an error and removes NUL from text. The connection
 * is lost when the server is silent for longer than a statement may take; TCP would notice a vanished server after a quarter
 * of an hour. The bounds are set by statements, because poolers refuse them as parameters of the start.
 */
export async function connect(settings: pg.ClientConfig, session: Session): Promise<PostgresConnection> {
  const client = new pg.Client(settings);
  const line = lineOver(client, session);
  const { ask } = line;
  await client.connect().catch((error: unknown) => {
    throw withoutCredentials(namingPooler(error), client);
  });
  const server = await prepare(ask, session).catch((error: unknown) => {
    line.lose();
    throw error;
  });
  line.join(server);
  const running = session.isPooled ? inTransactions(ask, session) : inSession(ask, session);
  /** PostgreSQL warns of a commit that no standby has, where it should have waited for one. */
  let isWarned = false;
  client.on('notice', ({ severity, code }) => {
    isWarned ||= severity === 'WARNING' && code === plainWarning;
  });
  return {
    get isLost() {
      return line.isLost();
    },
    query(query, done) {
      if (/^\s*commit\b/i.test(query.text)) {
        isWarned = false;
        running.end().then(
          (result) => done(isWarned ? new WriteDefect('unknown', unreplicated()) : commitFault(result), result),
          (error) => done(inDoubt(error)),
        );
        return;
      }
      running.run(query).then(
        (result) => done(null, result),
        (error) => done(asUnavailable(error) as Error),
      );
    },
    async rows(text, values) {
      try {
        return (await running.run({ text, name: named(text), values })).rows;
      } catch (error) {
        throw asUnavailable(error);
      }
    },
    end: () => {
      line.leave();
      return client.end();
    },
  };
}

/** Asks one connection, and knows when it is lost: broken, silent for too long, or to a server that takes no writes. */
function lineOver(client: pg.Client, { fellows, statementTimeoutMs }: Session) {
  let fellow: Fellow | undefined;
  let [isLost, isBounded, waiting, answeredAtMs] = [false, true, 0, performance.now()];
  const leave = () => {
    isLost = true;
    if (fellow) fellows.remove(fellow);
  };
  client.on('error', leave).on('end', leave);
  const lose = () => {
    leave();
    void client.end().catch(() => {});
  };
  const ask: Ask = (query) => {
    // Migrations set `statement_timeout`, because their statements may take any time.
    if (/^(begin|set local statement_timeout)/i.test(query.text)) isBounded = /^begin/i.test(query.text);
    const sentAtMs = performance.now();
    const onSilence = () => {
      lose();
      fellows.silent(sentAtMs);
    };
    const silence = isBounded ? setTimeout(onSilence, statementTimeoutMs + silenceMarginMs) : undefined;
    const values = withoutNul(query.values ?? []);
    waiting += 1;
    const answered = client.query({ ...query, values });
    answered.catch((error) => error.code === readOnly && leave());
    return answered
      .catch((error: unknown) => {
        throw namingPooler(error);
      })
      .finally(() => {
        clearTimeout(silence);
        waiting -= 1;
        answeredAtMs = performance.now();
      });
  };
  const join = (server: ServerPlace | undefined) => {
    fellow = { server, answeredAtMs: () => answeredAtMs, isIdle: () => waiting === 0, lose };
    fellows.add(fellow);
  };
  return { ask, join, leave, lose, isLost: () => isLost };
}

const plainWarning = '01000';
const unreplicated = () =>
  new StorageUnavailable(new Error('the primary stopped waiting for a standby, so a failover may lose the commit'));

/**
 * Sets what holds for the whole connection, and learns where it leads. Throws StorageUnavailable where that takes no writes: a
 * standby, or a primary that another has replaced and that does not know it yet. A server becomes a standby only by a restart,
 * so it cannot be one later.
 */
async function prepare(ask: Ask, session: Session): Promise<ServerPlace | undefined> {
  const { isPooled, statementTimeoutMs, idleInTransactionTimeoutMs, place, fellows, mayBeStandby } = session;
  const bounds = isPooled
    ? ''
    : // PostgreSQL keeps a plan as long as the connection. A plan made for an almost empty table would scan it whole after
      // it has grown.
      `set statement_timeout = ${statementTimeoutMs}; set enable_seqscan = off; set jit = off;
       set idle_in_transaction_session_timeout = ${idleInTransactionTimeoutMs};`;
  const asked = async (told: string) => {
    const answers = [await ask({ text: `${bounds} select pg_is_in_recovery() as standby${told}` })].flat();
    const { standby, system = null, timeline = null } = answers.at(-1)?.rows[0] ?? {};
    if (standby && !mayBeStandby) throw new StorageUnavailable(new Error(leadsTo('a standby')));
    return { system, timeline } as { readonly system: string | null; readonly timeline: number | null };
  };
  try {
    if (!place.isTold) return void (await asked(''));
    const { system, timeline } = await asked(`, told.* from (select ${placeSql}) as told`);
    if (fellows.isFormer(timeline, system ?? undefined)) {
      throw new StorageUnavailable(new Error(leadsTo('a former primary, which another has replaced')));
    }
    if (timeline !== null) place.note(timeline);
    return system === null || isPooled ? undefined : { system, timeline };
  } catch (error) {
    // Some hosted servers refuse what tells of their log, or refuse it to this role. The bounds are undone with it.
    const isRefusal = error instanceof pg.DatabaseError && !(asUnavailable(error) instanceof StorageUnavailable);
    if (!isRefusal || !place.isTold) throw error;
    place.refused();
    await asked('');
    return undefined;
  }
}

const leadsTo = (what: string) => `the address of the database leads to ${what}: it takes no writes`;

interface Running {
  run(query: Query): Promise<pg.QueryResult>;
  /** Ends a transaction by its commit. */
  end(): Promise<pg.QueryResult>;
}

/** Statements have names, so that each connection plans them once. */
function inSession(ask: Ask, session: Session): Running {
  let hasWritten = false;
  return {
    run(query) {
      const { text, values = [] } = query;
      if (/^\s*begin\b/i.test(text)) hasWritten = false;
      else hasWritten ||= mayWrite(text);
      return ask({ ...query, name: query.name ?? nameOf(text, values.length) });
    },
    end: () => commit(ask, session, hasWritten),
  };
}

/**
 * Each transaction sets its bounds with its beginning, and a statement alone becomes one. Statements have no names, because
 * the next one may reach another connection; so each is planned anew, by what its table holds then.
 */
function inTransactions(ask: Ask, session: Session): Running {
  const { statementTimeoutMs, idleInTransactionTimeoutMs } = session;
  const begin = `begin; set local statement_timeout = ${statementTimeoutMs};
    set local idle_in_transaction_session_timeout = ${idleInTransactionTimeoutMs}`;
  let isOpen = false;
  let hasWritten = false;
  const alone = async ({ text, values = [] }: Query): Promise<pg.QueryResult> => {
    await ask({ text: begin });
    let answered: pg.QueryResult;
    try {
      answered = await ask({ text, values });
    } catch (error) {
      await ask({ text: 'rollback' }).catch(() => {});
      throw error;
    }
    await commit(ask, session, mayWrite(text));
    return answered;
  };
  return {
    async run(query) {
      const { text, values = [] } = query;
      if (/^\s*begin\b/i.test(text)) {
        [isOpen, hasWritten] = [true, false];
        return ask({ text: begin });
      }
      if (!isOpen) return alone(query);
      hasWritten ||= mayWrite(text);
      // A rollback to a savepoint leaves the transaction open.
      if (/^\s*rollback\s*;?\s*$/i.test(text)) isOpen = false;
      return ask({ text, values });
    },
    end() {
      isOpen = false;
      return commit(ask, session, hasWritten);
    },
  };
}

/**
 * Commits, and notes how far the server's log was before that, if something was written: only then the commit has a record in
 * the log. Both go in one message, which costs a fiftieth of a millisecond.
 */
async function commit(ask: Ask, { place, fellows }: Session, mayHaveWritten: boolean): Promise<pg.QueryResult> {
  if (!mayHaveWritten || !place.isTold) return ask({ text: 'commit' });
  try {
    // `pg` gives the results of several statements as a list.
    const [before, committed] = (await ask({ text: committing })) as unknown as [pg.QueryResult, pg.QueryResult];
    const { has_written, file, position } = before.rows[0];
    if (!has_written) return committed;
    const timeline = Number.parseInt(file.slice(0, timelineDigits), 16);
    // Behind a pooler only the commit shows where it went. The server that counts does not have it.
    if (fellows.isFormer(timeline)) throw new Error(leadsTo('a former primary, which another has replaced'));
    place.note(timeline, positionOf(position));
    return committed;
  } catch (error) {
    // After a failed statement even this one is refused; only the end of the transaction is not.
    if (!(error instanceof pg.DatabaseError) || error.code !== failedTransaction) throw error;
    return ask({ text: 'rollback' });
  }
}

const failedTransaction = '25P02';
/** The name of a file of the log begins with the timeline. */
const timelineDigits = 8;
const committing = `select txid_current_if_assigned() is not null as has_written,
  pg_walfile_name(pg_current_wal_insert_lsn()) as file, pg_current_wal_insert_lsn() as position; commit`;

/** PostgreSQL writes a position as two hexadecimal halves of 32 bits, such as `16/B374D848`. */
function positionOf(text: string): number {
  const [high = '', low = ''] = text.split('/');
  return Number.parseInt(high, 16) * 2 ** 32 + Number.parseInt(low, 16);
}

/** False only where a statement surely writes nothing, or nothing that a failover has to keep. */
function mayWrite(text: string): boolean {
  return !/^\s*(select|show|savepoint|release|rollback|set)\b/i.test(text) && !text.includes(unflushed);
}

const names = new Map<string, string>();
const [namesMost, valuesMost] = [300, 20];
const isPlannable = /^(select|insert|update|delete|with)\b/i;
/** PostgreSQL refuses to run a prepared `select *` once its table has another column. */
const namesNoColumns = /\b(select|returning) ([\w".]+\.)?\*/i;

/**
 * Names a statement, so that each connection plans it once: planning costs more than running most statements. The
 * server's memory bounds the number of names. A statement whose text depends on a list's length gets none.
 */
function nameOf(text: string, values: number): string | undefined {
  const name = names.get(text);
  if (name || names.size >= namesMost || values > valuesMost) return name;
  if (!isPlannable.test(text) || namesNoColumns.test(text)) return undefined;
  return named(text);
}

/** A digest of the text: behind a pooler, connections of several processes share a server's, and so its names. */
function named(text: string): string {
  const name = names.get(text) ?? `s_${createHash('sha256').update(text).digest('hex').slice(0, 32)}`;
  names.set(text, name);
  return name;
}

/** PostgreSQL answers a COMMIT after a failed statement with ROLLBACK and no error: the changes would seem stored. */
function commitFault({ command }: pg.QueryResult): Error | null {
  if (command === 'COMMIT') return null;
  return new Error('the transaction was rolled back: a statement in it failed and the failure was ignored');
}

/** A refusal means that nothing was committed. Class 57 only ends the connection, so the outcome is unknown. */
function inDoubt(error: Error): Error {
  const isRefusal = error instanceof pg.DatabaseError && !error.code?.startsWith('57');
  const told = asUnavailable(error);
  return isRefusal ? (told as Error) : new WriteDefect('unknown', told);
}
