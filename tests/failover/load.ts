// What customers and people at the provider do all the time, and what was answered.
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { at, textAt } from '../walk/client.ts';
import type { FailingDeployment } from './deployment.ts';

export type Kind = 'contact' | 'bulk' | 'automation';

/** A write, under one key until it is acknowledged. */
export interface Asked {
  readonly kind: Kind;
  readonly key: string;
  readonly connectionId: string;
  readonly tenantId: string;
  /** Of the contacts that it makes, which have no other writer. */
  readonly names: readonly string[];
  readonly path: string;
  readonly body: unknown;
  /** What was acknowledged: the provider's id of the record, or the operation's. */
  acknowledged?: { readonly id: string; readonly atMs: number };
  tries: number;
}

export interface Load {
  readonly asked: readonly Asked[];
  /** Answers that were no success, by status, code and outcome, and how often. */
  readonly refusals: ReadonlyMap<string, number>;
  /** Answers of 503 without what a caller needs. */
  readonly faults: readonly string[];
  readonly edits: { made: number };
  /** The longest that a caller waited to be told that the database is not to be had, in milliseconds. */
  longestMs(): number;
  /** Forgets the longest so far. */
  resetLongest(): void;
  /** When the first write that was asked after `sinceMs` was acknowledged, by each host; undefined while it is open. */
  firstGood(sinceMs: number): number | undefined;
  /** Asks again, under the same keys. */
  askAgain(lost: readonly Asked[]): Promise<void>;
  /** Writes a second that were acknowledged, since the beginning. */
  rate(): { readonly writes: number; readonly items: number; readonly automations: number; readonly changes: number };
  /** Nothing new is asked; resolves when all that was asked is acknowledged. */
  stop(withinMs: number): Promise<void>;
}

/** Of a second, at a share of 1. */
export const wholeRates = { contacts: 50, items: 20, automations: 5, edits: 50 };
const itemsEach = 20;
const tickMs = 100;
/** More than so many open requests are not begun: the rate then is what the deployment carries. */
const openMost = 150;
const answerWithinMs = 60_000;
/** Sooner than `Retry-After` says, and not so soon that the tries are what the machine is busy with. */
const againMs = 1_500;

export function startLoad(deployment: FailingDeployment, share: number): Load {
  const { clients, companies, sandbox } = deployment;
  const asked: Asked[] = [];
  const refusals = new Map<string, number>();
  const faults: string[] = [];
  const good: { readonly host: number; readonly askedMs: number; readonly atMs: number }[] = [];
  const edits = { made: 0 };
  let [isStopped, open, turn, longest] = [false, 0, 0, 0];
  const running = new Set<Promise<void>>();
  const beganMs = performance.now();

  const once = async (one: Asked, host: number): Promise<boolean> => {
    const askedMs = Date.now();
    one.tries += 1;
    const response = await fetch(`${clients[host]?.baseUrl}${one.path}`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${deployment.secret}`,
        'content-type': 'application/json',
        'idempotency-key': one.key,
      },
      body: JSON.stringify(one.body),
      signal: AbortSignal.timeout(answerWithinMs),
    }).catch((error: unknown) => String(error));
    const body = typeof response === 'string' ? {} : ((await response.json().catch(() => ({}))) as object);
    const isAway = typeof response === 'string' || at(body, 'code') === 'DATABASE_UNAVAILABLE';
    if (isAway) longest = Math.max(longest, Date.now() - askedMs);
    if (typeof response === 'string') {
      note(`no answer: ${response}`);
      return false;
    }
    if (response.ok) {
      const id = one.kind === 'contact' ? textAt(body, 'data.item.provider_id') : textAt(body, 'data.operation_id');
      one.acknowledged = { id, atMs: Date.now() };
      good.push({ host, askedMs, atMs: Date.now() });
      return true;
    }
    const [code, outcome] = [at(body, 'code'), at(body, 'outcome')];
    note(`${response.status} ${code} ${outcome}`);
    const isWhole =
      response.headers.get('retry-after') !== null && outcome !== undefined && at(body, 'retryable') === true;
    if (response.status === 503 && !isWhole) faults.push(JSON.stringify(body));
    return false;
  };
  const note = (what: string) => void refusals.set(what, (refusals.get(what) ?? 0) + 1);

  /** Asked at either host until it is acknowledged, as callers do. */
  const insist = async (one: Asked): Promise<void> => {
    open += 1;
    for (let host = turn++ % clients.length; !(await once(one, host)); host = (host + 1) % clients.length) {
      await pause(againMs * (0.5 + Math.random()));
    }
    open -= 1;
  };
  const made = (one: Asked): Asked => {
    asked.push(one);
    return one;
  };
  const begin = (work: Promise<void>): void => {
    const kept = work.finally(() => running.delete(kept));
    running.add(kept);
  };
  const newWrite = (
    kind: Kind,
    names: readonly string[],
    tail: string,
    body: (connectionId: string) => unknown,
  ): Asked => {
    const company = companies[asked.length % companies.length] as (typeof companies)[number];
    const { connectionId, tenantId } = company;
    const where = tail.startsWith('/v1') ? tail : `/v1/connections/${connectionId}/${tail}`;
    return {
      ...{ kind, key: randomUUID(), connectionId, tenantId, names },
      path: where,
      body: body(connectionId),
      tries: 0,
    };
  };
  const makers: Readonly<Record<Kind, () => Asked>> = {
    contact: () => {
      const name = `Single ${randomUUID()}`;
      return newWrite('contact', [name], 'contacts', () => ({ name }));
    },
    bulk: () => {
      const names = Array.from({ length: itemsEach }, () => `Item ${randomUUID()}`);
      return newWrite('bulk', names, 'contacts/bulk', () => ({
        items: names.map((name) => ({ item_key: name, name })),
      }));
    },
    automation: () => {
      const name = `Recipe ${randomUUID()}`;
      const line = { description: 'Bench', quantity: 2, unit_amount: 50, account_code: '200', tax_type: 'OUTPUT2' };
      const invoice = {
        issue_date: '2030-01-01',
        due_date: '2030-01-31',
        external_reference: name,
        line_items: [line],
      };
      return newWrite('automation', [name], '/v1/automations', (connection_id) => ({
        ...{ connection_id, recipe: 'invoice.create_with_contact' },
        input: { contact: { name }, invoice },
      }));
    },
  };
  const edit = async (): Promise<void> => {
    const company = companies[edits.made % companies.length] as (typeof companies)[number];
    const id = company.contactIds[Math.floor(edits.made / companies.length) % company.contactIds.length];
    edits.made += 1;
    await sandbox.control('POST', 'edits', { tenant_id: company.tenantId, type: 'Contacts', id });
  };
  const due = { contact: 0, bulk: 0, automation: 0, edit: 0 };
  const rates = {
    contact: wholeRates.contacts,
    bulk: wholeRates.items / itemsEach,
    automation: wholeRates.automations,
    edit: wholeRates.edits,
  };
  const ticking = (async () => {
    for (let lastMs = performance.now(); !isStopped; ) {
      await pause(tickMs);
      const passed = (performance.now() - lastMs) / 1000;
      lastMs = performance.now();
      for (const kind of ['contact', 'bulk', 'automation', 'edit'] as const) {
        due[kind] += rates[kind] * share * passed;
        for (; due[kind] >= 1; due[kind] -= 1) {
          if (kind === 'edit') begin(edit());
          else if (open < openMost) begin(insist(made(makers[kind]())));
        }
      }
    }
  })();
  return {
    ...{ asked, refusals, faults, edits },
    longestMs: () => longest,
    resetLongest: () => {
      longest = 0;
    },
    firstGood(sinceMs) {
      const firsts = clients.map((_, host) => good.find((one) => one.host === host && one.askedMs >= sinceMs)?.atMs);
      return firsts.some((one) => one === undefined) ? undefined : Math.max(...(firsts as number[]));
    },
    async askAgain(lost) {
      await Promise.all(lost.map(insist));
    },
    rate() {
      const seconds = (performance.now() - beganMs) / 1000;
      const each = (kind: Kind) => asked.filter((one) => one.kind === kind && one.acknowledged !== undefined).length;
      const [writes, items, automations] = [each('contact'), each('bulk') * itemsEach, each('automation')];
      const perSecond = (number: number) => Math.round((number / seconds) * 10) / 10;
      return {
        ...{ writes: perSecond(writes), items: perSecond(items) },
        ...{ automations: perSecond(automations), changes: perSecond(edits.made) },
      };
    },
    async stop(withinMs) {
      isStopped = true;
      await ticking;
      const late = pause(withinMs, 'late' as const, { ref: false });
      const ended = await Promise.race([Promise.all(running), late]);
      if (ended === 'late')
        throw new Error(`${running.size} requests are open after ${withinMs} ms: ${JSON.stringify([...refusals])}`);
    },
  };
}
