// What is followed of a connection: as it is set, shown and changed.
import type { Caller } from '../../domain/caller.ts';
import type { Connection } from '../../domain/connection.ts';
import type { MonitoredConnection } from '../../domain/connection-health.ts';
import { badRequest, conflict } from '../../domain/errors.ts';
import {
  type FamilyWalk,
  type Follow,
  type FollowSetting,
  followIntervalMs,
  followOf,
  type NotWalked,
  type ShownWalk,
} from '../../domain/follow.ts';
import { meant } from '../../domain/near-word.ts';
import { type ResourceType, resourceTypes } from '../../domain/resource.ts';
import type { CorePorts } from '../../ports/core-ports.ts';
import { parse } from '../../schemas/parse.ts';
import { given } from '../../schemas/query.ts';
import { ConnectionChange } from '../../schemas/requests/connections.ts';
import { changesOf, recordAct } from '../access/record-act.ts';
import { followGround, listedFamilies } from '../providers/follow-ground.ts';
import { missingScopes } from '../providers/missing-scopes.ts';
import { monitored, requireConnection } from './read-connections.ts';

/** A connection with what is followed of it. */
export interface ShownConnection extends MonitoredConnection {
  readonly follow: Follow;
  /** What a consent asks for now and this connection's did not grant. */
  readonly missingScopes: readonly string[];
  /** Only of a connection that is read by itself. */
  readonly walks?: readonly ShownWalk[];
}

type Grounds = Pick<CorePorts, 'providers' | 'settings'>;

/** Nothing is followed of a connection that stores no records, or whose provider this deployment lacks. */
export function followShown(
  ports: Grounds,
  { provider, followSetting, retentionMode }: Pick<Connection, 'provider' | 'followSetting' | 'retentionMode'>,
): Follow {
  if (retentionMode === 'zero') return { families: [], minutes: 0, callsADay: 0 };
  return followOf(followGround(ports, { provider }), followSetting);
}

export function withFollow(ports: Grounds, connection: MonitoredConnection): ShownConnection {
  return { ...connection, follow: followShown(ports, connection), missingScopes: missingScopes(ports, connection) };
}

/** Adds how each family's last walk ended. */
export async function withWalks(ports: CorePorts, connection: MonitoredConnection): Promise<ShownConnection> {
  const shown = withFollow(ports, connection);
  const found = (await ports.storage.familyWalks.find([connection.id])).get(connection.id) ?? [];
  const walks = resourceTypes.map((type) =>
    shownWalk(
      ports,
      shown,
      type,
      found.find((walk) => walk.type === type),
    ),
  );
  return { ...shown, walks };
}

function shownWalk(
  { providers }: Grounds,
  connection: ShownConnection,
  type: ResourceType,
  walk: FamilyWalk | undefined,
): ShownWalk {
  const traits = Object.hasOwn(providers, connection.provider) ? providers[connection.provider]?.traits : undefined;
  const isListed = traits !== undefined && listedFamilies(traits).includes(type);
  const heardBy = (): ShownWalk['heardBy'] => {
    if (!isListed || connection.retentionMode === 'zero') return 'nothing';
    if (type === 'invoices' && traits.polledSeconds !== null) return 'polls';
    if (traits.families[type]?.isNotified) return 'notifications';
    const { families, minutes } = connection.follow;
    return type === 'invoices' || (minutes > 0 && families.includes(type)) ? 'walks' : 'nothing';
  };
  const heard = heardBy();
  const notWalked = (): NotWalked | null => {
    if (!isListed) return 'not_supported_by_provider';
    if (connection.retentionMode === 'zero') return 'zero_retention';
    if (connection.status === 'action_required') return 'action_required';
    if (connection.status !== 'active') return 'connection_not_active';
    return heard === 'nothing' ? 'off' : (walk?.failure ?? null);
  };
  const none = { walkedAt: null, read: 0, changed: 0, removed: 0, triedAt: null };
  return { ...none, ...walk, type, heardBy: heard, notWalked: notWalked() };
}

/**
 * Changes what is followed (`PATCH /v1/connections/:connection_id`); an absent field stays as it is, `follow: null` takes all
 * back to what the deployment says. The next walk comes within the new interval. Throws BAD_REQUEST naming the field,
 * NOT_FOUND, CONFLICT `zero_retention` and `connection_not_active`.
 */
export function changeConnection(ports: CorePorts) {
  return async (caller: Caller, id: string, body: unknown): Promise<ShownConnection> => {
    const found = await requireConnection(ports, caller, id);
    const { follow } = parse(ConnectionChange, body);
    if (found.retentionMode === 'zero')
      throw conflict(
        'zero_retention',
        'a connection with zero retention stores no records, so nothing of it is followed',
      );
    if (found.status === 'disconnected' || found.status === 'disconnecting')
      throw conflict('connection_not_active', `the connection is ${found.status}`);
    if (follow !== undefined) await change(ports, caller, found, follow && settingOf(ports, found, follow));
    const after = await requireConnection(ports, caller, id);
    return withWalks(ports, await monitored(ports.storage, after));
  };
}

type Asked = NonNullable<ConnectionChange['follow']>;

/** Throws BAD_REQUEST for a family that cannot be followed. */
function settingOf(ports: Grounds, connection: Connection, { families, minutes }: Asked): Partial<FollowSetting> {
  const known: readonly string[] = followGround(ports, connection).followable.map(({ type }) => type);
  if (families === undefined || families === 'all') {
    return given({ minutes, families: families && (known as readonly ResourceType[]) });
  }
  const unknown = families.findIndex((family) => !known.includes(family));
  if (unknown >= 0) {
    const word = families[unknown] ?? '';
    const those =
      known.length === 0 ? 'no family of this connection can be followed' : `must be one of ${known.join(', ')}`;
    throw badRequest(`follow.families[${unknown}]`, `${those}${meant(word, known)}`);
  }
  const inOrder = known.filter((family) => families.includes(family)) as readonly ResourceType[];
  return given({ minutes, families: inOrder });
}

async function change(
  ports: CorePorts,
  caller: Caller,
  { id, provider, followSetting }: Connection,
  asked: Partial<FollowSetting> | null,
): Promise<void> {
  const ground = followGround(ports, { provider });
  const now = ports.clock.now();
  await ports.storage.transaction(async (stores) => {
    const setting = await stores.connections.noteFollow(id, asked);
    const told = (one: FollowSetting | null) => ({ families: one?.families ?? null, minutes: one?.minutes ?? null });
    const changes = changesOf(told(followSetting), told(setting));
    await recordAct(stores, ports, caller, { action: 'connection.follow_changed', subject: id, details: {}, changes });
    const intervalMs = followIntervalMs(ground, setting);
    if (intervalMs === null) return;
    const dueAt = new Date(now.getTime() + Math.floor(ports.ids.spread() * intervalMs));
    await stores.follows.end(id, { dueAt, intervalMs });
  });
}
