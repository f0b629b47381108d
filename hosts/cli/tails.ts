import { setTimeout as pause } from 'node:timers/promises';
import { styleText } from 'node:util';
import type { ListedEvent, TimelineEntry } from '../../client/index.ts';
import { visible } from '../../core/domain/visible.ts';
import type { Given, World } from './command.ts';
import { instantOf, wantedTypes } from './listen.ts';
import { news, patience } from './news.ts';
import { polling, type Service, serviceOf } from './service.ts';

const dim = (text: string): string => styleText('dim', visible(text));

export async function tailEvents(given: Given, world: World): Promise<void> {
  const wanted = wantedTypes(given.text('events'));
  const since = instantOf(given.text('since'));
  const service = serviceOf(given, world);
  await service.api.events.list({ limit: 1, ...polling() }).page();
  world.err(`Events of ${service.environment} at ${service.url}`);
  for await (const event of news(service, { since, signal: world.untilStopped(), onOutage: world.err })) {
    if (wanted && !wanted.has(event.type)) continue;
    if (given.flag('json')) world.out(JSON.stringify(event));
    else world.styled(lineOfEvent(event));
  }
}

/** An operational event has no sequence, and mostly no connection. */
function placeOf(connectionId: string | null, sequence: number | null): string {
  return [connectionId === null ? '' : visible(connectionId), sequence === null ? '' : `#${sequence}`].join(' ').trim();
}

export function lineOfEvent({ id, type, created_at, connection_id, sequence }: ListedEvent): string {
  return `${visible(`${created_at.slice(11, 23)} ${type}`)} ${dim(id)} ${placeOf(connection_id, sequence)}`;
}

const everyMs = 1_000;
const mostConnections = 10;

/** A call is stored a second after it was made, so an entry is new when the last look did not find it. */
export async function tailLogs(given: Given, world: World): Promise<void> {
  const since = instantOf(given.text('since'));
  const connection = given.text('connection');
  const service = serviceOf(given, world);
  let seen = new Set(since ? [] : (await entriesOf(service, connection)).map(keyOf));
  world.err(`Calls, operations, events and deliveries of ${service.environment} at ${service.url}`);
  const signal = world.untilStopped();
  const attempt = patience(signal, world.err);
  while (!signal.aborted) {
    const found = (await attempt(() => entriesOf(service, connection))) ?? [];
    for (const told of found) {
      if (!seen.has(keyOf(told)) && Date.parse(told.entry.at) >= (since?.getTime() ?? 0)) {
        if (given.flag('json')) world.out(JSON.stringify({ connection_id: told.id, ...told.entry }));
        else world.styled(lineOf(told));
      }
    }
    if (found.length > 0) seen = new Set(found.map(keyOf));
    await pause(everyMs, undefined, { signal }).catch(() => undefined);
  }
}

interface Told {
  readonly id: string;
  readonly entry: TimelineEntry;
}

async function entriesOf({ api }: Service, connection: string | undefined): Promise<readonly Told[]> {
  const listed = connection ? [] : (await api.connections.list({ limit: mostConnections, ...polling() }).page()).items;
  const ids = connection ? [connection] : listed.map(({ connection_id }) => connection_id);
  const timelines = await Promise.all(ids.map((id) => api.connections.getTimeline(id, polling()).page()));
  const entries = timelines.flatMap(({ items }, index) => items.map((entry) => ({ id: ids[index] ?? '', entry })));
  return entries.sort((a, b) => Date.parse(a.entry.at) - Date.parse(b.entry.at));
}

/** The key of an entry: some things have no id, and an operation has several entries. */
const keyOf = ({ id, entry: { at, kind, id: own, title, request_id } }: Told): string =>
  JSON.stringify([id, at, kind, own, title, request_id]);

function lineOf({ id, entry: { at, kind, id: own, title, request_id } }: Told): string {
  const named = [own ?? id, request_id].filter((one) => one !== null);
  return `${visible(`${at.slice(11, 23)} ${kind.padEnd(16)} ${title}`)} ${dim(named.join(' '))}`;
}
