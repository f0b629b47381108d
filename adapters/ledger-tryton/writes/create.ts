// Creates records. Each gets a mark, and a record that already has the mark is taken instead of a new one.
import { setTimeout as wait } from 'node:timers/promises';
import { type JsonObject, type LedgerRecord, type SentRecord, ServiceError } from '../../../core/ports.ts';
import { contactValues } from './contact-values.ts';
import { documentValues } from './document-values.ts';
import { findMarked, withMark } from './marks.ts';
import { pay } from './payments.ts';
import { moveOf, type Plan, refused } from './plan.ts';
import { buttonFor, hasReached } from './statuses.ts';
import { afterWriting, liveRecord, type WriteContext } from './write-context.ts';

export async function create(context: WriteContext, plan: Plan, mark: string): Promise<SentRecord> {
  const { books, model } = context;
  const [found] = await findMarked(context, [mark]);
  if (found) return withNextMove(found, plan.status, true);
  if (model.type === 'payments') return pay(context, plan.fields ?? {}, mark);
  const values = withMark(model, await valuesOf(context, plan), mark);
  const make = () => books.create(`model.${model.name}.create`, [[values]]);
  const made = await explainUnknownField(
    plan,
    model.type === 'contacts' && !values['code'] ? retryTakenCode(make) : make(),
  );
  const id = Array.isArray(made) ? Number(made[0]) : null;
  return withNextMove(await afterWriting(liveRecord(context, id)), plan.status, true);
}

const codeTriesMost = 8;
const codePauseMs = 200;

/** Tryton on SQLite gives contacts that are created at the same time the same code, and refuses all but one of them. */
async function retryTakenCode<T>(make: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await make();
    } catch (error) {
      const isTaken =
        error instanceof ServiceError &&
        error.code === 'PROVIDER_REJECTED' &&
        error.message.includes('code on party must be unique');
      if (!isTaken || tries >= codeTriesMost) throw error;
      await wait(Math.random() * codePauseMs * tries);
    }
  }
}

/** The values to write, without the mark. `live`: the record to change; absent for a create. */
export async function valuesOf(
  context: WriteContext,
  { fields, document }: Plan,
  live?: LedgerRecord,
): Promise<JsonObject> {
  if (document) return ownValues(context, document, live);
  return context.model.type === 'contacts'
    ? contactValues(context.books, fields ?? {}, live)
    : documentValues(context, fields ?? {}, live);
}

/**
 * Refuses a native document by the name of its unknown field. Tryton itself answers with an internal error whose text holds
 * only that name.
 */
export async function explainUnknownField<T>({ document }: Plan, call: Promise<T>): Promise<T> {
  return call.catch((error: unknown) => {
    const [, name = ''] = (error instanceof Error && /: '([^']+)'$/.exec(error.message)) || [];
    throw name !== '' && document && name in document ? refused(`provider_data.${name}`, 'is no field there') : error;
  });
}

/** Passes a native document on unchanged. Refuses one for another company, and an account whose code is in use. */
async function ownValues(
  { books, model }: WriteContext,
  document: JsonObject,
  live?: LedgerRecord,
): Promise<JsonObject> {
  const { company, code } = document;
  if (company !== undefined && company !== books.companyId) {
    throw refused('provider_data.company', "is not the connection's company");
  }
  if (model.type !== 'accounts' || typeof code !== 'string' || code === '') return document;
  const domain = [...model.domain(books.companyId), ['code', '=', code], ['id', '!=', Number(live?.providerId ?? 0)]];
  const [twin] = await books.search(model.name, { domain, fields: ['code'], limit: 1 });
  if (twin) throw refused('provider_data.code', 'another account has this code');
  return document;
}

/** The record, with the next call towards its status if one is needed. */
function withNextMove(record: LedgerRecord, status: string | null, isNew: boolean): SentRecord {
  if (status === null || hasReached(record, status) || buttonFor(record, status) === undefined) return record;
  return { ...record, next: moveOf(record, status, isNew) };
}
