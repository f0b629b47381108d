// A cached list of 50 invoices, of a thousand and of a million, at its beginning and deep inside, against a bare Koa
// route that runs the same indexed query over the same table.
import { encodeCursor } from '../../core/domain/page.ts';
import { bar } from '../bars.ts';
import type { Child } from '../engine/children.ts';
import type { HttpOptions } from '../flags.ts';
import { type Cell, type Contender, inTurns, served } from './contender.ts';
import { type FilledList, fillLists, middleOf, type Place, searched } from './fill.ts';
import { type HttpStage, storeSample } from './stage.ts';
import { cellRow, inFlights, pairRows, showCells } from './tables.ts';

const [rateLeast, flatMost, loggedMost] = [0.6, 1.3, 1.1];
/** Medians of searches, of those of the list without `q`. */
const searchMost = { one: 30, all: 100, sorted: 100 } as const;
/** The request log is written once a second. */
const loggedMs = 1_500;

export async function benchLists(stage: HttpStage, title: string, options: HttpOptions): Promise<void> {
  const sampleOf = await storeSample(stage);
  const [, few, many] = stage.connections.map(({ id }) => id);
  const small: FilledList = { connectionId: few ?? '', records: options.few };
  const large: FilledList = { connectionId: many ?? '', records: options.many };
  await fillLists(stage.databaseUrl, sampleOf, [small, large]);
  const deep = await middleOf(stage.databaseUrl, large);
  const contenders = {
    ...pair(stage, 'small', small),
    ...pair(stage, 'large', large),
    ...pair(stage, 'deep', large, deep),
  };
  await assertSame(stage, large);
  // First, while both hosts have answered equally much.
  for (const inFlight of inFlights)
    await benchLog(stage, small.connectionId, `${title}, ${inFlight} in flight`, { inFlight, options });
  for (const inFlight of inFlights) {
    const cells = await inTurns(contenders, inFlight, options);
    const name = `${title}, ${inFlight} in flight`;
    showLists(name, cells, options);
  }
  await benchSearches(stage, large, title, options);
}

/** Searches of the large list that find one invoice and all, and all by number, against the list without a search. */
async function benchSearches(
  { load, service, client, headers }: HttpStage,
  { connectionId }: FilledList,
  title: string,
  options: HttpOptions,
): Promise<void> {
  const search = (name: string, query: string) => {
    const urls = [`${client.baseUrl}/v1/connections/${connectionId}/invoices?limit=50${query}`];
    return served(name, { load, server: service }, { urls, headers });
  };
  const { list, ...cells } = await inTurns(
    {
      list: search('list', ''),
      one: search('one', `&q=${searched.one}`),
      all: search('all', `&q=${searched.all}`),
      sorted: search('sorted', `&q=${searched.all}&sort=number`),
    },
    1,
    { ...options, warmUp: 20 },
  );
  const rows = Object.entries(cells).map(([name, cell]) => cellRow('', name, cell));
  showCells(`Search of ${options.many.toLocaleString('en')} invoices: ${title}`, [cellRow('list', '', list), ...rows]);
  for (const name of ['one', 'all', 'sorted'] as const) {
    const ratio = cells[name].median / list.median;
    bar(`${title}: search (${name}), median of the list's`, ratio, { most: searchMost[name] });
  }
}

/** What recording requests costs, by the same host without it. */
async function benchLog(
  { load, service, unlogged, client, headers }: HttpStage,
  connectionId: string,
  title: string,
  { inFlight, options }: { readonly inFlight: number; readonly options: HttpOptions },
): Promise<void> {
  const host = (name: string, server: Child, url: string) => {
    const urls = [`${url}/v1/connections/${connectionId}/invoices?limit=50`];
    const { run } = served(name, { load, server, restMs: loggedMs }, { urls, headers });
    // As many requests a turn, because a host also works without any.
    return { name, run: (many: number) => run(many, 0, options.warmUp) };
  };
  const contenders = {
    unlogged: host('unlogged', unlogged.child, unlogged.url),
    logged: host('logged', service, client.baseUrl),
  };
  const cells = await inTurns(contenders, inFlight, options);
  const rows = [cellRow('list', 'unlogged', cells.unlogged), cellRow('', 'logged', cells.logged)];
  showCells(`Cached list with the request log: ${title}`, rows);
  const ratio = cells.logged.cpuMicros / cells.unlogged.cpuMicros;
  bar(`${title}: list, CPU with the request log of that without`, ratio, { most: loggedMost });
}

type Name = `${'small' | 'large' | 'deep'} ${'floor' | 'service'}`;

function pair(stage: HttpStage, name: string, { connectionId }: FilledList, place?: Place): Record<Name, Contender> {
  const { load, floor, service, floorUrl, client, headers } = stage;
  const floorQuery = place ? `?at=${place.at.getTime()}&after=${place.id}` : '';
  const cursor = place ? `&cursor=${encodeCursor(place)}` : '';
  const list = `${client.baseUrl}/v1/connections/${connectionId}/invoices?limit=50${cursor}`;
  return {
    [`${name} floor`]: served(
      'floor',
      { load, server: floor },
      { urls: [`${floorUrl}/list/${connectionId}${floorQuery}`], headers: {} },
    ),
    [`${name} service`]: served('service', { load, server: service }, { urls: [list], headers }),
  } as Record<Name, Contender>;
}

/** Both must send the same 50 records. */
async function assertSame({ client, floorUrl }: HttpStage, { connectionId }: FilledList): Promise<void> {
  const own = await client.expecting(200, 'GET', `/v1/connections/${connectionId}/invoices?limit=50`);
  const bare = (await (await fetch(`${floorUrl}/list/${connectionId}`)).json()) as { items: { number: string }[] };
  const items = (own['data'] as { items: { number: string }[] }).items;
  const numbers = (of: readonly { number: string }[]): string => of.map(({ number }) => number).join();
  if (items.length !== 50 || numbers(items) !== numbers(bare.items))
    throw new Error('service and floor list different records');
}

function showLists(title: string, cells: Readonly<Record<Name, Cell>>, { few, many }: HttpOptions): void {
  const count = (records: number): string => records.toLocaleString('en');
  showCells(`Cached list of 50 invoices: ${title}`, [
    ...pairRows(`first of ${count(few)}`, cells['small floor'], cells['small service']),
    ...pairRows(`first of ${count(many)}`, cells['large floor'], cells['large service']),
    ...pairRows(`deep inside ${count(many)}`, cells['deep floor'], cells['deep service']),
  ]);
  for (const name of ['small', 'large', 'deep'] as const) {
    const rate = cells[`${name} service`].perSecond / cells[`${name} floor`].perSecond;
    bar(`${title}: list (${name}), requests a second of the floor's`, rate, { least: rateLeast });
  }
  const [small, large, deep] = [cells['small service'], cells['large service'], cells['deep service']];
  bar(`${title}: p99 of the large list of the small one's`, large.p99 / small.p99, { most: flatMost });
  bar(`${title}: median deep inside of the first page's`, deep.median / large.median, { most: flatMost });
}
