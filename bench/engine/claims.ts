// What a claim costs beside a long history of ended operations, and out of a very long queue.
import type { Operation, OrganizationId } from '../../core/index.ts';
import { shown, spreadOf, table } from '../measure.ts';
import { payloadOf } from './contender.ts';
import { copyOperations } from './copies.ts';
import { ids, installOurs, type OurSide, openOurs, operationOf, queueOurs } from './our-worker.ts';
import { type BenchServer, withDatabase } from './server.ts';

const batch = 20;
const fewDue = 1_000;
/** Of the thousand most are claimed, so that the last claims find a short queue too. */
const claimsOfFew = 40;
const claimsOfMany = 500;
const passes = 3;
const manyOrganizations = 1_000;
const type = 'notification.process';

interface Claims {
  readonly median: number;
  readonly p99: number;
  /** Operations claimed in a second, one claim after the other. */
  readonly perSecond: number;
}

/** What was claimed ends before the next claim, outside the time that counts: a fleet runs hundreds, not thousands. */
async function timeClaims({ worker, database }: OurSide, claims: number): Promise<Claims> {
  const took: number[] = [];
  let claimed = 0;
  for (let i = 0; i < claims; i += 1) {
    const began = performance.now();
    claimed += (await worker.claim(batch)).length;
    took.push(performance.now() - began);
    await database.knex.raw(endRunning);
  }
  if (claimed < claims * batch) throw new Error(`${claims} claims of ${batch} gave only ${claimed} operations`);
  const allMs = took.reduce((sum, ms) => sum + ms, 0);
  return { ...spreadOf(took), perSecond: (claimed / allMs) * 1000 };
}

const endRunning = `update operations set state = 'succeeded', due_at = null, lease_expires_at = null,
  finished_at = updated_at where state = 'running'`;

async function withOurs(server: BenchServer, work: (side: OurSide, url: string) => Promise<void>): Promise<void> {
  const url = await server.fresh();
  await installOurs(url);
  const side = await openOurs(url);
  try {
    await work(side, url);
  } finally {
    await side.close();
  }
}

function dueFor(organizations: readonly OrganizationId[], count: number): readonly Operation[] {
  return Array.from({ length: count }, (_, i) =>
    operationOf(organizations[i % organizations.length] ?? ids.next('org'), type, payloadOf(0)),
  );
}

const organizationIds = (count: number): readonly OrganizationId[] =>
  Array.from({ length: count }, () => ids.next('org'));

export async function benchHistory(server: BenchServer, histories: readonly number[]): Promise<void> {
  const rows: (string | number)[][] = [];
  await withOurs(server, async (side, url) => {
    const organizations = organizationIds(1);
    let kept = 0;
    let first: Claims | undefined;
    for (const history of [...histories].sort((a, b) => a - b)) {
      await addEnded(url, history - kept, organizations);
      kept = history;
      const taken: Claims[] = [];
      for (let pass = 0; pass <= passes; pass += 1) {
        await queueOurs(side.database, dueFor(organizations, fewDue));
        await server.calm(url);
        const claims = await timeClaims(side, claimsOfFew);
        // The first pass warms up.
        if (pass > 0) taken.push(claims);
        await withDatabase(url, (client) => client.query(`delete from operations where state = 'queued'`));
      }
      const claims = middleOf(taken);
      first ??= claims;
      rows.push([history.toLocaleString('en'), claims.median, claims.p99, claims.median / first.median]);
      console.log(`  beside ${history.toLocaleString('en')} ended operations a claim takes ${shown(claims.median)} ms`);
    }
  });
  table(
    `A claim of ${batch} out of ${fewDue} due beside a history of ended operations (median of ${passes} passes; must stay flat)`,
    ['ended operations', 'median ms', 'p99 ms', 'ratio of medians'],
    rows,
  );
}

const middleOf = (taken: readonly Claims[]): Claims => {
  const middle = [...taken].sort((a, b) => a.median - b.median)[Math.floor(taken.length / 2)];
  if (!middle) throw new Error('nothing was measured');
  return middle;
};

async function addEnded(url: string, count: number, organizations: readonly OrganizationId[]): Promise<void> {
  if (count <= 0) return;
  await withDatabase(url, async (client) => {
    const { rowCount } = await client.query(`select 1 from operations where state = 'succeeded' limit 1`);
    if (rowCount === 0) await addOneEnded(url, organizations);
    const { rows } = await client.query<{ id: string }>(
      `select min(id) as id from operations where state = 'succeeded'`,
    );
    // A day's length of them a second apart, over and over: dates differ, and the order is the ids'.
    const at = `created_at - 86400000 + (n % 86400) * 1000`;
    await copyOperations(client, `o.id = '${rows[0]?.id}'`, count, { created_at: at, updated_at: at, finished_at: at });
  });
}

async function addOneEnded(url: string, organizations: readonly OrganizationId[]): Promise<void> {
  const { database, close } = await openOurs(url);
  const [draft] = dueFor(organizations, 1);
  if (!draft) throw new Error('no operation');
  const ended = { startedAt: draft.createdAt, finishedAt: draft.createdAt, nextAttemptAt: null, attemptCount: 1 };
  await queueOurs(database, [{ ...draft, ...ended, state: 'succeeded', result: { ok: true } }]);
  await close();
}

export async function benchBacklog(server: BenchServer, backlog: number): Promise<void> {
  const rows: (string | number)[][] = [];
  let first: Claims | undefined;
  for (const [due, organizations] of [
    [fewDue, 1],
    [backlog, 1],
    [backlog, Math.min(manyOrganizations, backlog)],
  ] as const) {
    await withOurs(server, async (side, url) => {
      await queueOurs(side.database, dueFor(organizationIds(organizations), organizations));
      const copies = Math.floor(due / organizations) - 1;
      await withDatabase(url, (client) => copyOperations(client, `o.state = 'queued'`, copies));
      await server.calm(url);
      const claims = await timeClaims(
        side,
        due > fewDue ? Math.min(claimsOfMany, Math.floor(due / batch / 2)) : claimsOfFew,
      );
      first ??= claims;
      const ratios = [claims.median / first.median, claims.perSecond / first.perSecond];
      const names = [due, organizations].map((count) => count.toLocaleString('en'));
      rows.push([...names, claims.median, claims.p99, ratios[0] ?? 0, claims.perSecond, ratios[1] ?? 0]);
      console.log(`  ${names[0]} due of ${names[1]} organizations: a claim takes ${shown(claims.median)} ms`);
    });
  }
  table(
    `Claims of ${batch} out of a long queue, one after the other; what was claimed ends before the next`,
    ['due', 'organizations', 'median ms', 'p99 ms', 'ratio', 'operations claimed/s', 'ratio'],
    rows,
  );
}
