// One search over what a member sees: customers, records by parts of their texts, and anything by its id.

import { connectSessionStatus } from '../domain/connect-session.ts';
import type { SignedIn } from '../domain/console-session.ts';
import { badRequest } from '../domain/errors.ts';
import { type Id, isId } from '../domain/ids.ts';
import type { JsonObject } from '../domain/json.ts';
import { type Environment, environments, type Plane } from '../domain/plane.ts';
import { resourceTypes } from '../domain/resource.ts';
import type { CorePorts } from '../ports/core-ports.ts';
import { parseListQuery, type RawQuery } from '../schemas/query.ts';
import { readLate } from '../use-cases/late-reads/read-late.ts';
import { isSearchable, searchedTypes } from '../use-cases/resources/list-query.ts';

export interface Found {
  /** A resource type, or one of `finders`. */
  readonly kind: string;
  readonly id: string;
  readonly title: string;
  readonly subtitle: string;
  readonly environment: Environment;
  /** The page below `/console`. */
  readonly href: string;
}

interface Asked extends Plane {
  readonly text: string;
  readonly limit: number;
  /** False in the other environment, where only ids are searched. */
  readonly isOwn: boolean;
}

/** `page`: where it is shown, below `/console`, if not on a page of its own. */
type Shown = readonly [id: string, title: string, subtitle: string, page?: string];
type Finder = (ports: CorePorts, asked: Asked) => Promise<readonly Shown[]>;

const perKind = '5';
const first = { limit: 200, page: 1 };
const anyId = /^[a-z]+_[0-9a-z]{2,160}$|^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/**
 * At most `limit` of each kind. Ids are searched in both environments, other texts in the given one. Records of
 * connections without retention are not stored: `unsearched` counts these connections.
 */
export function search(ports: CorePorts) {
  const known = [...resourceTypes, ...Object.keys(finders)];
  return async ({ organizationId }: SignedIn, environment: Environment, query: RawQuery) => {
    const { request, filters } = parseListQuery({ limit: perKind, ...query }, ['q', 'kinds']);
    const text = filters.q?.trim() ?? '';
    if (!isSearchable(text)) throw badRequest('q', 'must have 2 to 100 characters');
    const kinds = filters.kinds?.split(',') ?? known;
    if (!kinds.every((kind) => known.includes(kind))) throw badRequest('kinds', `must be some of ${known.join(', ')}`);
    const own = { organizationId, environment };
    const places = environments.filter((place) => place === environment || anyId.test(text));
    const found = places.flatMap((place) => {
      const asked = { organizationId, environment: place, text, limit: request.limit, isOwn: place === environment };
      return [...kinds.map((kind) => findOthers(ports, asked, kind)), findRecords(ports, asked, kinds)];
    });
    const [unstored, ...items] = await Promise.all([
      ports.storage.connections.list(own, { retentionMode: 'zero', status: 'active' }, { limit: 1, page: 1 }),
      ...found,
    ]);
    return { items: exactFirst(items.flat()), unsearched: unstored.total };
  };
}

/** What is exactly what was typed comes first: `115` is rather an amount than a part of an identifier. */
interface Match extends Found {
  readonly isExact: boolean;
}

/** Kind by kind, those with an exact match first. */
function exactFirst(matches: readonly Match[]): readonly Found[] {
  const ofKinds = [...Map.groupBy(matches.toSorted(byExactness), ({ kind }) => kind).values()];
  return ofKinds.flatMap((own) => own.map(({ isExact: _, ...found }) => found));
}

const isSame = (text: string, ...values: readonly unknown[]): boolean =>
  values.some((value) => typeof value === 'string' && value.toLowerCase() === text.toLowerCase());

async function findOthers(ports: CorePorts, asked: Asked, kind: string): Promise<readonly Match[]> {
  const { environment, limit, text } = asked;
  const shown = (await finders[kind]?.(ports, asked)) ?? [];
  const page = kind.replaceAll('_', '-');
  return shown.slice(0, limit).map(([id, title, subtitle, own]) => {
    const href = own ?? (kind === 'members' || kind === 'api_keys' ? page : `${environment}/${page}/${id}`);
    // The subtitle of a connection begins with the customer's identifier.
    const isExact = isSame(text, id, title, kind === 'connections' ? subtitle.split(' · ')[0] : undefined);
    return { kind, id, title, subtitle, environment, href: `/console/${href}`, isExact };
  });
}

const finders: Readonly<Record<string, Finder>> = {
  async connections(ports, { text, limit, ...plane }) {
    const asked = { limit, page: 1 };
    const { items } = await readLate(ports, plane, ({ connections }) =>
      connections.list(plane, { search: text }, asked),
    );
    return items.map(({ id, providerTenantName: name, externalAccountId: customer, status }) => [
      id,
      name ?? customer,
      `${customer} · ${status}`,
    ]);
  },
  connect_sessions: byId(
    'cs',
    ({ storage }, plane, id) => storage.connectSessions.find(plane, id),
    ({ externalAccountId: customer, connectionId, reconnects, environment, ...session }, { clock }) => {
      const connection = connectionId ?? reconnects;
      const shownAt = connection ? `connections/${connection}` : `connections?q=${encodeURIComponent(customer)}`;
      return [customer, connectSessionStatus(session, clock.now()), `${environment}/${shownAt}`];
    },
  ),
  operations: byId(
    'op',
    (ports, plane, id) => readLate(ports, plane, ({ operations }) => operations.find(plane, id)),
    ({ type, state }) => [type, state],
  ),
  requests: byId(
    'req',
    (ports, plane, id) => readLate(ports, plane, ({ requestLog }) => requestLog.find(plane, id)),
    ({ method, route, status }) => [`${method} ${route}`, String(status ?? '')],
  ),
  events: byId(
    'evt',
    (ports, plane, id) => readLate(ports, plane, ({ events }) => events.find(plane, id)),
    ({ type, createdAt }) => [type, createdAt.toISOString()],
  ),
  webhook_deliveries: byId(
    'dlv',
    (ports, plane, id) => readLate(ports, plane, ({ deliveries }) => deliveries.find(plane, id)),
    ({ eventType, state }) => [eventType, state],
  ),
  async webhook_endpoints({ storage }, asked) {
    const { items } = await storage.webhookEndpoints.list(asked, first);
    return items.flatMap(({ id, url, description, status }) =>
      holds(asked, id, url, description) ? [[id, url, status]] : [],
    );
  },
  async provider_apps({ storage }, asked) {
    const apps = await storage.providerApps.list(asked);
    return apps.flatMap(({ id, name, clientId, status }) =>
      holds(asked, id, name, clientId) ? [[id, name, status]] : [],
    );
  },
  async api_keys({ storage }, asked) {
    const { text, organizationId, environment } = asked;
    const named = isId('key', text) ? await storage.apiKeys.find(organizationId, text) : undefined;
    const keys = named ? [named] : (await storage.apiKeys.list(organizationId, first)).items;
    return keys.flatMap((key): readonly Shown[] => {
      const isFound = key.environment === environment && holds(asked, key.id, key.name);
      const about = key.revokedAt ? 'revoked' : `… ${key.lastFour}`;
      if (key.kind !== 'agent') return isFound ? [[key.id, key.name, about]] : [];
      return isFound ? [[key.id, key.name, `agent · ${about}`, `${environment}/agents/${key.id}`]] : [];
    });
  },
  async members({ storage }, asked) {
    const members = asked.isOwn ? await storage.members.list(asked.organizationId) : [];
    return members.flatMap(({ id, email, role }) => (holds(asked, id, email) ? [[id, email, role]] : []));
  },
  /** An entry, and what is seen nowhere but in entries: sessions, second factors, invitations. */
  async audit(ports, { text: subject, organizationId, isOwn }) {
    if (!isOwn || !/^(audit|csn|fct|ivt)_/.test(subject)) return [];
    const { items } = await readLate(ports, { organizationId }, ({ audit }) =>
      audit.list(organizationId, { limit: 1, page: 1 }, { subject }),
    );
    return items.map(({ action, at }) => [subject, action, at.toISOString(), `audit?subject=${subject}`]);
  },
};

function byId<P extends string, T>(
  prefix: P,
  find: (ports: CorePorts, plane: Plane, id: Id<P>) => Promise<T | undefined>,
  shown: (found: T, ports: CorePorts) => readonly [title: string, subtitle: string, page?: string],
): Finder {
  return async (ports, asked) => {
    const found = isId(prefix, asked.text) ? await find(ports, asked, asked.text) : undefined;
    return found ? [[asked.text, ...shown(found, ports)]] : [];
  };
}

function holds({ text }: Asked, ...values: readonly (string | null)[]): boolean {
  return values.some((value) => value?.toLowerCase().includes(text.toLowerCase()));
}

async function findRecords(ports: CorePorts, asked: Asked, kinds: readonly string[]): Promise<readonly Match[]> {
  const { text, limit, isOwn, environment } = asked;
  const types = searchedTypes.filter((type) => isOwn && kinds.includes(type));
  const whole = /^\d+([.,]\d{1,2})?$/.test(text) ? String(Number(text.replace(',', '.'))) : text.toLowerCase();
  const wanted = [{ whole, limit }, ...types.map((type) => ({ type, contains: text, limit: limit + looked }))];
  const [exact = [], ...parts] = await readLate(ports, asked, ({ records }) =>
    Promise.all(wanted.map((one) => records.search(asked, one))),
  );
  const found = [...exact, ...parts.flat()];
  const ids = [...new Set(found.map(({ connectionId }) => connectionId))];
  // Now, not late: whether a connection was disconnected decides what of it may be shown.
  const { items } = await ports.storage.connections.list(asked, { ids }, { limit: Math.max(ids.length, 1), page: 1 });
  const shown = found.flatMap(({ connectionId, type, item }, i): readonly [string, Match][] => {
    const connection = items.find(({ id, status }) => id === connectionId && /^(active|action_required)$/.test(status));
    if (!connection || !kinds.includes(type)) return [];
    const id = String(item['id']);
    const subtitle = [...about(item), connection.providerTenantName ?? connection.externalAccountId].join(' · ');
    const href = `/console/${environment}/connections/${connectionId}/records/${type}/${id}`;
    const isExact = i < exact.length || isSame(text, ...namesOf(item));
    return [[href, { kind: type, id, title: titleOf(item), subtitle, environment, href, isExact }]];
  });
  // Of two places of one record the first, which is the exact one, counts.
  const matches = [...new Map(shown.toReversed()).values()].toReversed();
  const ofKinds = Map.groupBy(matches.toSorted(byExactness), ({ kind }) => kind);
  return [...ofKinds.values()].flatMap((own) => own.slice(0, limit));
}

const byExactness = (a: Match, b: Match): number => Number(b.isExact) - Number(a.isExact);

/** How many records of a family are looked at beyond those that are given, for one that is exactly what was typed. */
const looked = 40;

/** What a person calls a record by; of `INV-0409` also `0409`. */
function namesOf({ number, name, external_reference: reference }: JsonObject): readonly unknown[] {
  return [number, name, reference, ...String(number ?? '').split(/[^\p{L}\p{N}]+/u)];
}

function titleOf({ number, name, narration, external_reference, id }: JsonObject): string {
  return String(number || name || narration || external_reference || id);
}

function about({ contact, email, total, amount, currency, status }: JsonObject): readonly string[] {
  const name = (contact as JsonObject | null | undefined)?.['name'] ?? email;
  const sum = total ?? amount;
  return [name, sum && [sum, currency].filter(Boolean).join(' '), status].flatMap((text) =>
    text ? [String(text)] : [],
  );
}
