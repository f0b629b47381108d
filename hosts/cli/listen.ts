// Forwards an environment's events to a receiver on this machine, signed like deliveries.

import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { styleText } from 'node:util';
import type { Event } from '#core';
import { createEventSigner } from '../../adapters/crypto/event-signer.ts';
import { eventTypes } from '../../core/domain/event.ts';
import { meant } from '../../core/domain/near-word.ts';
import { visible } from '../../core/domain/visible.ts';
import { Failure, type Given, UsageError, type World } from './command.ts';
import { news, patience, type StoredEvent } from './news.ts';
import { polling, reasonOf, type Service, serviceOf } from './service.ts';

const timeoutMs = 10_000;
const longestWaitMs = 30_000;

export async function listen(given: Given, world: World): Promise<void> {
  const url = addressOf(given.required('forward-to'));
  const wanted = wantedTypes(given.text('events'));
  const since = instantOf(given.text('since'));
  const tries = given.whole('tries', 8, 100);
  const service = serviceOf(given, world);
  const secret = machineSecret(world);
  // This request fails if address or key is wrong; later failures are waited out.
  await service.api.events.list({ limit: 1, ...polling() }).page();
  world.err(`Forwarding the events of ${service.environment} at ${service.url} to ${url}`);
  world.err(`Signing secret: ${secret} (the same at each start on this machine)`);
  const signal = world.untilStopped();
  const print = (told: Told) => (given.flag('json') ? world.out(JSON.stringify(told)) : world.styled(lineOf(told)));
  for await (const event of news(service, { since, signal, onOutage: world.err })) {
    if (event.data['purged'] === true || (wanted && !wanted.has(event.type))) continue;
    await forward({ service, url, secret, tries, signal, print }, event, world);
  }
}

interface Told {
  readonly at: string;
  readonly event_id: string;
  readonly type: string;
  readonly attempt: number;
  readonly status: number | null;
  readonly error: string | null;
  readonly ms: number;
}

interface Route {
  readonly service: Service;
  readonly url: string;
  readonly secret: string;
  readonly tries: number;
  readonly signal: AbortSignal;
  readonly print: (told: Told) => void;
}

/** Later events wait for this one, so that their order stays. */
async function forward(route: Route, event: StoredEvent, { err }: World): Promise<void> {
  const { signal, tries } = route;
  const requestId = await requestOf(route, event, err);
  for (let attempt = 1; !signal.aborted; attempt += 1) {
    const startedMs = performance.now();
    const { status, error } = await post(route, event, requestId);
    const ms = Math.round(performance.now() - startedMs);
    route.print({ at: new Date().toISOString(), event_id: event.id, type: event.type, attempt, status, error, ms });
    if (status !== null && status >= 200 && status < 300) return;
    if (attempt === tries) {
      err(`${event.id} was given up after ${tries} tries; to send it again: --since ${event.created_at}`);
      return;
    }
    const waitMs = Math.min(longestWaitMs, 250 * 2 ** Math.min(attempt, 10));
    await pause(waitMs, undefined, { signal }).catch(() => undefined);
  }
}

/** Resolves to the request id of a delivery of this event; undefined where the event has none. */
async function requestOf(
  { service, signal }: Route,
  { id }: StoredEvent,
  err: World['err'],
): Promise<string | undefined> {
  const attempt = patience(signal, err);
  while (!signal.aborted) {
    const timeline = await attempt(() => service.api.events.getTimeline(id, polling()).page());
    const own = timeline?.items.find(({ kind }) => kind === 'event');
    if (timeline) return own?.request_id ?? undefined;
  }
  return undefined;
}

async function post({ url, secret, signal }: Route, event: StoredEvent, requestId: string | undefined) {
  const body = JSON.stringify(event);
  const signatures = createEventSigner().headers({
    eventId: event.id as Event['id'],
    sentAt: new Date(),
    body,
    secrets: [secret],
  });
  const named = requestId === undefined ? {} : { 'x-request-id': requestId };
  try {
    const answer = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'user-agent': 'ledgerport', ...named, ...signatures },
      body,
      redirect: 'manual',
      signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
    });
    await answer.body?.cancel();
    return { status: answer.status, error: null };
  } catch (error) {
    return { status: null, error: reasonOf(error) };
  }
}

function lineOf({ at, event_id, type, status, error, ms }: Told): string {
  const isTaken = status !== null && status >= 200 && status < 300;
  const result = styleText(isTaken ? 'green' : 'red', visible(String(status ?? error)));
  return `${visible(`${at.slice(11, 23)} ${type}`)} ${styleText('dim', visible(event_id))} -> ${result} ${ms} ms`;
}

/** Accepts `3000`, `3000/hook`, `localhost:3000/hook` or a URL. */
export function addressOf(given: string): string {
  const whole = /^\d+(?![^/?])/.test(given)
    ? `http://localhost:${given}`
    : given.includes('://')
      ? given
      : `http://${given}`;
  if (!/^https?:/.test(whole) || !URL.canParse(whole)) throw new UsageError(`--forward-to is not an address: ${given}`);
  return whole;
}

export function wantedTypes(list: string | undefined): ReadonlySet<string> | undefined {
  if (list === undefined || list === '*') return undefined;
  const names = list.split(',').map((name) => name.trim());
  const stranger = names.find((name) => !(eventTypes as readonly string[]).includes(name));
  if (stranger === undefined) return new Set(names);
  throw new UsageError(`--events: there is no event ${stranger}${meant(stranger, eventTypes)}`);
}

export function instantOf(text: string | undefined): Date | undefined {
  if (text === undefined) return undefined;
  const [, amount, unit] = /^(\d{1,6})([smhd])$/.exec(text) ?? [];
  if (unit !== undefined) return new Date(Date.now() - Number(amount) * (secondsOf[unit] ?? 0) * 1000);
  const at = new Date(text);
  if (/^\d{4}-\d\d-\d\d/.test(text) && !Number.isNaN(at.getTime())) return at;
  throw new UsageError('--since must be a time such as 2026-01-31T00:00:00Z, or how long ago: 30s, 10m, 2h, 1d');
}

const secondsOf: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3600, d: 86_400 };

/** Stored for its owner only, so that a receiver need be configured only once. */
export function machineSecret({ env }: Pick<World, 'env'>): string {
  const folder = path.join(env['XDG_CONFIG_HOME'] || path.join(env['HOME'] || homedir(), '.config'), 'ledgerport');
  const file = path.join(folder, 'listen-secret');
  const made = `whsec_${randomBytes(32).toString('base64')}`;
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    writeFileSync(file, `${made}\n`, { mode: 0o600, flag: 'wx' });
    return made;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw new Failure(`${file}: ${String(error)}`);
  }
  const stored = readFileSync(file, 'utf8').trim();
  if (/^whsec_[A-Za-z0-9+/]{43}=$/.test(stored)) return stored;
  throw new Failure(`${file} holds no signing secret: remove it, and the next start makes a new one`);
}
