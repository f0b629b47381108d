// Makes records, each with its mark, after a look for it.
import { setTimeout as wait } from 'node:timers/promises';
import { type JsonObject, type LedgerRecord, type SentRecord, ServiceError } from '../../../core/ports.ts';
import { contactValues } from './contact-values.ts';
import { afterWriting, type Desk, liveRecord } from './desk.ts';
import { documentValues } from './document-values.ts';
import { findMarked, withMark } from './marks.ts';
import { pay } from './payments.ts';
import { moveOf, type Plan, refused } from './plan.ts';
import { buttonFor, hasReached } from './statuses.ts';

export async function create(desk: Desk, plan: Plan, mark: string): Promise<SentRecord> {
  const { books, model } = desk;
  const [found] = await findMarked(desk, [mark]);
  if (found) return onwards(found, plan.status, true);
  if (model.type === 'payments') return pay(desk, plan.fields ?? {}, mark);
  const values = withMark(model, await valuesOf(desk, plan), mark);
  const make = () => books.create(`model.${model.name}.create`, [[values]]);
  const made = await naming(plan, model.type === 'contacts' && !values['code'] ? drawing(make) : make());
  const id = Array.isArray(made) ? Number(made[0]) : null;
  return onwards(await afterWriting(liveRecord(desk, id)), plan.status, true);
}

const drawsMost = 8;
const drawPauseMs = 200;

/** Tryton: on SQLite, contacts that are made at once draw the same code, and all but one are refused. */
async function drawing<T>(make: () => Promise<T>): Promise<T> {
  for (let draws = 1; ; draws++) {
    try {
      return await make();
    } catch (error) {
      const isTaken =
        error instanceof ServiceError &&
        error.code === 'PROVIDER_REJECTED' &&
        error.message.includes('code on party must be unique');
      if (!isTaken || draws >= drawsMost) throw error;
      await wait(Math.random() * drawPauseMs * draws);
    }
  }
}

/** What a plan writes, but for its mark; `live` is the record that is changed. */
export async function valuesOf(desk: Desk, { fields, document }: Plan, live?: LedgerRecord): Promise<JsonObject> {
  if (document) return ownValues(desk, document, live);
  return desk.model.type === 'contacts'
    ? contactValues(desk.books, fields ?? {}, live)
    : documentValues(desk, fields ?? {}, live);
}

/** Tryton: a field that it does not have makes the program fail, and the failure holds nothing but its name. */
export async function naming<T>({ document }: Plan, call: Promise<T>): Promise<T> {
  return call.catch((error: unknown) => {
    const [, name = ''] = (error instanceof Error && /: '([^']+)'$/.exec(error.message)) || [];
    throw name !== '' && document && name in document ? refused(`provider_data.${name}`, 'is no field there') : error;
  });
}

/** A native document goes as it is, but not into the books of another company; a code names one account. */
async function ownValues({ books, model }: Desk, document: JsonObject, live?: LedgerRecord): Promise<JsonObject> {
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

/** The record, and the call that brings it on to its status, if there is one. */
function onwards(record: LedgerRecord, status: string | null, isNew: boolean): SentRecord {
  if (status === null || hasReached(record, status) || buttonFor(record, status) === undefined) return record;
  return { ...record, next: moveOf(record, status, isNew) };
}
