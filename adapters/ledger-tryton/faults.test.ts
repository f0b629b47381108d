// The fault table of the whole core at a real server, counted at the server's own books by its administrator: each document
// is there once, nobody's change is undone, and no answer says what is not so.

import Database from 'better-sqlite3';
import { expect } from 'chai';
import { until } from '../../contract-tests/testing/until.ts';
import { ServiceError } from '../../core/domain/errors.ts';
import { isTerminal } from '../../core/domain/operation.ts';
import { isLong } from '../../tools/run-length.ts';
import type { Exchange } from './testing/cutting-proxy.ts';
import { type FaultBooks, openFaultBooks, refusalIn, type Way } from './testing/fault-books.ts';
import { type Ready, type Row, rows } from './testing/fault-rows.ts';
import { describeTryton, startTryton, type TestTryton } from './testing/tryton-server.ts';

/** A server on SQLite waits for a lock. */
const lockedMs = 300;

interface Case extends Ready {
  readonly row: Row;
  readonly way: Way;
  readonly key: string;
  operationId?: string;
  hasEdited: boolean;
}

describeTryton('one write to Tryton', () => {
  let tryton: TestTryton;
  let books: FaultBooks;
  const ways = new Map<Row, Way>();
  let cases = 0;
  before(async () => {
    tryton = await startTryton();
    books = await openFaultBooks(tryton);
    for (const row of rows) ways.set(row, await books.way());
  });
  after(async () => {
    await books?.close();
    await tryton?.stop();
  });

  async function arranged(row: Row): Promise<Case> {
    const way = ways.get(row) as Way;
    const key = `case-${++cases}`;
    const ready = await row.ready(books, way, key);
    way.proxy.begin();
    return { row, way, key, hasEdited: false, ...ready };
  }

  /** A server on SQLite tells versions apart by whole seconds. */
  async function edit(one: Case): Promise<void> {
    const second = Math.floor(Date.now() / 1000);
    await until('another second', () => Math.floor(Date.now() / 1000) > second);
    one.hasEdited = await one.edit();
  }

  const moments: Readonly<Record<string, (exchange: Exchange, one: Case) => Promise<void>>> = {
    async 'its answer is lost'({ forward, cut }) {
      await forward();
      cut();
    },
    async 'it is cut before it arrives'({ cut }) {
      cut();
    },
    async 'its log-in has ended'({ authorization, forward, answer }) {
      const body = JSON.stringify({ id: 1, method: 'common.db.logout', params: [] });
      const headers = { authorization, 'content-type': 'application/json' };
      await fetch(`${tryton.url}/${tryton.database}/`, { method: 'POST', headers, body });
      answer(await forward());
    },
    async 'the books are locked'({ forward, answer }) {
      const lock = new Database(tryton.file);
      lock.exec('begin immediate');
      const answering = forward();
      setTimeout(() => lock.exec('commit').close(), lockedMs);
      answer(await answering);
    },
    async 'a lock is told'({ answer }) {
      answer({ status: 200, body: JSON.stringify({ id: 0, error: ['database is locked', ''] }) });
    },
    async 'a person edits before it'({ forward, answer }, one) {
      await edit(one);
      answer(await forward());
    },
    async 'its answer is lost, and a person edits after it'({ forward, cut }, one) {
      await forward();
      await edit(one);
      cut();
    },
  };

  const never = new AbortController().signal;
  async function workOnce(): Promise<void> {
    const { worker } = books.service.core;
    await worker.sweep();
    await Promise.all((await worker.claim(20)).map((leased) => worker.run(leased, never)));
  }

  /** The first try; what it says of the write must hold. */
  async function begin(one: Case): Promise<void> {
    if (one.queue) {
      one.operationId = await one.queue();
      return workOnce();
    }
    const refusal = await refusalIn(one.request?.(one.key) ?? Promise.resolve());
    const saysNothing = refusal?.details.outcome === 'not_applied';
    if (!refusal || saysNothing) {
      const { before, after } = one.row;
      expect(await one.held(), refusal?.message ?? 'answered').to.deep.equal(refusal ? before : after);
    }
  }

  /** As a caller does who hears of no end. */
  async function repeated(one: Case): Promise<{ providerId: string } | ServiceError> {
    for (let tries = 0; tries < 20; tries++) {
      try {
        return await (one.request as NonNullable<Ready['request']>)(one.key);
      } catch (error) {
        if (!(error instanceof ServiceError)) throw error;
        if (!error.retryable) return error;
        pass(error.details.retryAfterSeconds ?? 65);
      }
    }
    throw new Error('it does not end');
  }

  let ahead = 0;
  function pass(seconds: number): void {
    ahead += seconds;
    books.service.advance(seconds, 'core');
  }

  async function finish(one: Case): Promise<void> {
    const { operationId, row } = one;
    if (operationId !== undefined) {
      const operation = await ended(operationId);
      expect([operation.state, operation.error?.message]).to.deep.equal(['succeeded', undefined]);
    } else {
      const answer = await repeated(one);
      if (answer instanceof ServiceError) {
        expect(one.hasEdited, String(answer)).to.equal(true);
        expect(answer.details).to.include({ reason: 'target_changed', outcome: 'unknown' });
      } else {
        expect(await repeated(one)).to.deep.equal(answer);
      }
    }
    expect(await one.held(), row.name).to.deep.equal(row.after);
    if (one.hasEdited) expect(await one.edited(), "a person's change").to.equal(true);
    books.service.advance(-ahead, 'core');
    ahead = 0;
  }

  async function ended(id: string) {
    const { core, ports } = books.service;
    for (let tries = 0; tries < 40; tries++) {
      const operation = await core.operations.find(books.caller, id);
      if (isTerminal(operation.state)) return operation;
      const waitMs = (operation.nextAttemptAt?.getTime() ?? 0) - ports.clock.now().getTime();
      pass(Math.max(1, waitMs / 1000));
      await workOnce();
    }
    throw new Error(`it does not end: ${JSON.stringify(await core.operations.find(books.caller, id))}`);
  }

  for (const [i, row] of rows.entries()) {
    for (const [j, [name, mishap]] of Object.entries(moments).entries()) {
      for (let nth = 1; nth <= row.calls; nth++) {
        // Otherwise every moment meets every third row, at one of its calls.
        if (!isLong && ((i + j) % 3 !== 0 || nth !== 1 + (j % row.calls))) continue;
        it(`${row.name}: ${name}, call ${nth} of ${row.calls}`, async () => {
          const one = await arranged(row);
          let hasBefallen = false;
          one.way.proxy.begin(nth, (exchange) => {
            hasBefallen = true;
            return mishap(exchange, one);
          });
          await begin(one);
          expect(hasBefallen, one.way.proxy.writes.join()).to.equal(true);
          await finish(one);
        });
      }
    }
  }

  for (const isDone of [true, false]) {
    for (const nth of isLong ? [1, 2, 3] : [isDone ? 1 : 2]) {
      it(`the server is killed ${isDone ? 'after' : 'during'} call ${nth} of all at once`, async () => {
        const all = [];
        for (const row of rows) if (row.calls >= nth) all.push(await arranged(row));
        const killed = Promise.withResolvers<void>();
        let there = 0;
        for (const { way } of all) {
          way.proxy.begin(nth, async ({ forward, cut }) => {
            const answering = forward().catch(() => {});
            if (isDone) await answering;
            there += 1;
            await killed.promise;
            cut();
          });
        }
        const beginning = Promise.all(all.map(begin));
        await until('all calls', () => there === all.length);
        await tryton.kill();
        killed.resolve();
        await tryton.start();
        await beginning;
        for (const one of all) await finish(one);
      });
    }
  }
});
