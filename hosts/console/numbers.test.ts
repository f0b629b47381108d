// What the pages count is what SQL counts, at rest and under a burst; with TEST_LONG=1 of 2,000 connections.
import path from 'node:path';
import Sqlite from 'better-sqlite3';
import { expect } from 'chai';
import type { Locator, Page } from 'playwright-core';
import { until } from '../../contract-tests/testing/until.ts';
import { textAt } from '../../tests/walk/client.ts';
import { leaveOut } from '../../tools/left-out.ts';
import { whyNoBrowser } from './testing/browser.ts';
import { type ConsoleWorld, openConsole, signIn } from './testing/console-world.ts';
import { bookkeeping } from './testing/customers.ts';
import { fillMany } from './testing/many.ts';
import { type Flow, shows, sqlCounts } from './testing/sql-counts.ts';

const isLong = process.env['TEST_LONG'] !== undefined;
const size = isLong ? { connections: 2000, deliveries: 50_000 } : { connections: 120, deliveries: 1500 };

/** Numbers of one place of a page, in their order, and what SQL says of them. */
type Shown = readonly [where: Locator, counts: () => readonly Flow[]];

describe('the console in a browser: its numbers', function () {
  this.timeout(300_000);
  let world: ConsoleWorld;
  let page: Page;
  let database: Sqlite.Database;
  let sql: ReturnType<typeof sqlCounts>;
  let endpoint: string;
  let connection: string;

  before(async function () {
    const opened = await openConsole();
    if (!opened) return leaveOut(this, whyNoBrowser());
    world = opened;
    const { client, receiver, dataDir, credentials } = world;
    const endpointIds: string[] = [];
    for (const name of ['one', 'two', 'three']) {
      const asked = { url: `${receiver.url}/${name}`, event_types: ['invoice.paid'] };
      const made = await client.expecting(201, 'POST', '/v1/webhook-endpoints', asked);
      endpointIds.push(textAt(made, 'data.webhook_endpoint_id'));
    }
    [endpoint = ''] = endpointIds;
    connection = (await bookkeeping(world, 'Marlow Bakery')).id;
    database = new Sqlite(path.join(dataDir, 'ledgerport.db'));
    fillMany(database, { ...size, endpointIds });
    database.exec("update webhook_endpoints set consecutive_failures = 3, failing_since = 1 where url like '%/three'");
    // The service would find out in half a minute that they are well, perhaps while a page is on its way.
    database.exec(`update connections set health = 'degraded', health_reason = 'provider_unavailable'
        where status = 'active' and substr(external_account_id, 1, 9) = 'customer-' and substr(external_account_id, 10) % 40 = 3;
      create trigger stay_degraded before update of health on connections
        when old.health = 'degraded' and substr(old.external_account_id, 1, 9) = 'customer-'
        begin select raise(ignore); end`);

    page = (await world.visitor()).page;
    await page.goto('/console/test/overview');
    await signIn(page, credentials.console);
    await page.waitForURL(/org_/);
    sql = sqlCounts(database, /org_\w+/.exec(page.url())?.[0] ?? '');
  });

  after(async () => {
    database?.close();
    await world?.close();
  });

  const tile = (name: string) => page.locator('.tile').filter({ has: page.getByRole('link', { name, exact: true }) });
  const legend = (title: string) => page.locator('.card').filter({ hasText: title }).locator('.legend').last();
  const fact = (name: string) => page.locator('.fact').filter({ hasText: name }).locator('dd');
  const entries = () => page.locator('.pager .quiet');

  function ofOverview(): readonly Shown[] {
    const [operations, deliveries] = [sql.work("type <> 'webhook.deliver'"), sql.work("type = 'webhook.deliver'")];
    const active = (health: string) => sql.rows(`connections where status = 'active' and health ${health}`);
    const enabled = (failures: string) => sql.rows(`webhook_endpoints where consecutive_failures ${failures}`);
    const toReconnect = () => sql.rows("connections where status = 'action_required'")();
    const both = () => ({ come: operations.failed().come + operations.succeeded().come, gone: 0 });
    const attempts = sql.since('delivery_attempts where at');
    const all =
      (...flows: readonly (() => Flow)[]) =>
      () =>
        flows.map((flow) => flow());
    return [
      [tile('Active connections'), all(active('is not null'), toReconnect, active("= 'degraded'"))],
      [tile('Operations ended'), all(both, operations.failed, operations.waiting, operations.retrying)],
      [tile('Deliveries'), all(deliveries.succeeded, deliveries.waiting, deliveries.failed, attempts)],
      [tile('Webhook endpoints'), all(enabled('> 0'), enabled('>= 0'))],
      [page.locator('.attention').getByRole('link', { name: 'that do not work' }), all(toReconnect)],
      [page.locator('.attention').getByRole('link', { name: 'that are degraded' }), all(active("= 'degraded'"))],
      [legend('Operations per hour'), all(operations.succeeded, operations.failed)],
      [legend('Deliveries per hour'), all(deliveries.succeeded, deliveries.failed, deliveries.waiting)],
    ];
  }

  function ofEndpoint(): readonly Shown[] {
    const own = sql.work(`type = 'webhook.deliver' and subject = '${endpoint}'`);
    const attempt = (which: string) =>
      sql.since(
        `delivery_attempts where ${which} and delivery_id in (select id from deliveries where endpoint_id = '${endpoint}') and at`,
      );
    return [
      [fact('Delivered'), () => [own.succeeded()]],
      [fact('Waiting'), () => [own.waiting()]],
      [fact('Given up'), () => [own.failed()]],
      [page.locator('.pad.big'), () => [attempt('true')()]],
      [legend('Last'), () => [attempt('response_status = 200')(), attempt('response_status <> 200')()]],
      [entries(), () => [sql.rows(`deliveries where endpoint_id = '${endpoint}'`)()]],
    ];
  }

  const list = (where: string): readonly Shown[] => [[entries(), () => [sql.rows(where)()]]];

  /** By the page's address. */
  const pages: Readonly<Record<string, () => readonly Shown[]>> = {
    overview: ofOverview,
    connections: () => list('connections'),
    'connections?health=degraded': () => list("connections where health = 'degraded' and status = 'active'"),
    'connections?health=failing': () => list("connections where health = 'failing'"),
    'connections?status=action_required': () => list("connections where status = 'action_required'"),
    operations: () => list("operations where type <> 'webhook.deliver'"),
    'operations?state=failed': () => list("operations where type <> 'webhook.deliver' and state = 'failed'"),
    'operations?type=all': () => list('operations'),
    'webhook-deliveries': () => list('deliveries'),
    'webhook-deliveries?state=dead_letter': () =>
      list("operations where type = 'webhook.deliver' and state = 'dead_letter'"),
    'webhook-deliveries?external_account_id=customer-7': () =>
      list("deliveries where connection_id = (select id from connections where external_account_id = 'customer-7')"),
    events: () => list('events'),
    requests: () => [
      ...list('request_log'),
      [
        page.locator('details.card tbody tr').first().locator('td').nth(2),
        () => [sql.rows("request_log where code = 'VALIDATION_FAILED'")()],
      ],
    ],
    budgets: () => list('connections'),
    usage: () => [
      [
        page.locator('.meter-sum').filter({ hasText: 'Writes' }).locator('.tile-value'),
        () => [sql.sum('quantity', "usage_days where meter = 'write'")],
      ],
    ],
    'webhook-endpoints': () => list('webhook_endpoints'),
  };

  /** Opens the page and compares what it shows with what SQL counts before and after. */
  async function check(at: string, shown: readonly Shown[]): Promise<readonly string[]> {
    const before = shown.map(([, counts]) => counts());
    await page.goto(`/console/test/${at}`);
    await page.locator('.skeleton, .pending').first().waitFor({ state: 'detached' });
    const texts = await Promise.all(shown.map(([where]) => where.innerText()));
    return shown.flatMap(([, counts], i) => {
      const told = shows(texts[i] ?? '', before[i] ?? [], counts());
      return told === '' ? [] : [`${at}: ${told}`];
    });
  }

  async function checkAll(meanwhile: () => Promise<unknown>): Promise<readonly string[]> {
    const wrong: string[] = [];
    for (const [at, shown] of [...Object.entries(pages), [`webhook-endpoints/${endpoint}`, ofEndpoint] as const]) {
      const [found] = await Promise.all([check(at, shown()), meanwhile()]);
      wrong.push(...found);
    }
    return wrong;
  }

  it('are SQL’s at rest', async () => {
    expect(await checkAll(async () => undefined)).to.deep.equal([]);
  });

  it('are between SQL’s before and after while work comes and ends', async () => {
    const { client } = world;
    const before = sql.rows('delivery_attempts')().come;
    const burst = () =>
      Promise.all([
        ...Array.from({ length: 5 }, () => client.call('POST', `/v1/webhook-endpoints/${endpoint}/test`)),
        client.call('POST', `/v1/connections/${connection}/sync`, { scope: 'all' }),
      ]);
    expect(await checkAll(burst)).to.deep.equal([]);
    expect(sql.rows('delivery_attempts')().come).to.be.above(before + 10);
  });

  it('are SQL’s after a failed delivery was replayed and arrived, which counts once', async () => {
    const { client, receiver } = world;
    receiver.answer(500);
    const sent = await client.expecting(200, 'POST', `/v1/webhook-endpoints/${endpoint}/test`);
    const path = `/v1/webhook-deliveries/${textAt(sent, 'data.delivery_id')}`;
    const ended = (state: RegExp) =>
      until(String(state), async () => state.test(textAt(await client.expecting(200, 'GET', path), 'data.state')));
    await ended(/failed|dead_letter/);
    expect(await check('overview', ofOverview())).to.deep.equal([]);
    receiver.answer(200);
    await client.expecting(202, 'POST', `${path}/replay`, { reason: 'it works again' });
    await ended(/succeeded/);
    expect(await check('overview', ofOverview())).to.deep.equal([]);
  });
});
