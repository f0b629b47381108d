// Which families a sync walks, and how each walk ended.
import type { Connection } from '../../domain/connection.ts';
import { ServiceError } from '../../domain/errors.ts';
import { dueFamilies, type FamilyWalk, mayBeWalked, type WalkFailure } from '../../domain/follow.ts';
import type { Operation } from '../../domain/operation.ts';
import type { ResourceType } from '../../domain/resource.ts';
import { familiesOf } from '../../domain/sync.ts';
import { familyOf } from '../../families/all-families.ts';
import type { CorePorts } from '../../ports/core-ports.ts';
import type { FamilyTraits } from '../../ports/provider.ts';
import type { Stores } from '../../ports/storage.ts';
import { followGround, listedFamilies, notifiedFamilies } from '../providers/follow-ground.ts';
import { providerOf } from '../providers/provider-of.ts';
import { syncInputOf } from '../queue/draft-sync.ts';
import type { FamilyCounts } from './store-page.ts';

const hourMs = 3_600_000;

/** The families that the operation walks, in order. */
export async function walkedFamilies(
  ports: CorePorts,
  operation: Operation,
  connection: Connection,
): Promise<readonly ResourceType[]> {
  const { traits } = providerOf(ports, connection);
  const walks = await walksOf(ports.storage, connection);
  const now = ports.clock.now();
  const { scope, trigger } = syncInputOf(operation);
  const may = (type: ResourceType) => mayBeWalked(walks.get(type), connection.updatedAt, now);
  if (operation.type === 'connection.follow') {
    const walkedAt = new Map([...walks].flatMap(([type, { walkedAt: at }]) => (at ? [[type, at] as const] : [])));
    return dueFamilies(followGround(ports, connection), connection.followSetting, walkedAt, now).filter(may);
  }
  const asked = familiesOf(scope).filter((type) => listedFamilies(traits).includes(type));
  const rested = (type: ResourceType, ms: number) => isWithin(walks.get(type)?.walkedAt, ms, now);
  if (trigger === 'notification') {
    const begun = operation.steps.map(({ name }) => name);
    const heard = asked.filter((type) => !familyOf(type).isFollowedAlone);
    return heard.filter((type) => begun.includes(type) || !rested(type, restMs(traits.families[type])));
  }
  if (operation.type !== 'connection.reconcile' || trigger === 'poll') return asked;
  // A lost notification is made good for every family that has notifications. After a gap some are lost for sure.
  const others = notifiedFamilies(traits).filter((type) => may(type) && (trigger === 'gap' || !rested(type, hourMs)));
  return [...new Set([...asked, ...others])];
}

async function walksOf({ familyWalks }: Stores, { id }: Connection): Promise<ReadonlyMap<ResourceType, FamilyWalk>> {
  const found = (await familyWalks.find([id])).get(id) ?? [];
  return new Map(found.map((walk) => [walk.type, walk]));
}

/** The time for which notifications do not have a family walked again, if it is read whole or nothing notifies of it. */
function restMs(family: FamilyTraits | undefined): number {
  if (family?.sync === 'whole') return hourMs;
  return family?.isNotified ? 0 : hourMs / 4;
}

function isWithin(at: Date | null | undefined, ms: number, now: Date): boolean {
  return at !== null && at !== undefined && Math.abs(now.getTime() - at.getTime()) < ms;
}

/** Notes how the walks of an operation ended, once for all of its families. */
export function createWalkNotes({ storage, clock }: CorePorts, connection: Connection) {
  const walks = new Map<ResourceType, FamilyWalk>();
  const failed = (type: ResourceType, failure: WalkFailure): void => {
    const none = { walkedAt: null, read: 0, changed: 0, removed: 0 };
    walks.set(type, { type, ...none, triedAt: clock.now(), failure });
  };
  return {
    failed,
    ended(type: ResourceType, { read, changed, removed }: FamilyCounts): void {
      const at = clock.now();
      walks.set(type, { type, walkedAt: at, read, changed, removed, triedAt: at, failure: null });
    },
    /** The families that were to be walked and of which nothing was noted failed as well. */
    async store(families: readonly ResourceType[], error?: unknown): Promise<void> {
      const failure = failureOf(error);
      if (failure) for (const type of families) if (!walks.has(type)) failed(type, failure);
      if (walks.size > 0) await storage.familyWalks.note(connection, [...walks.values()]);
    },
  };
}

export type WalkNotes = ReturnType<typeof createWalkNotes>;

/** Undefined for what says nothing of the provider: the connection was disconnected, or the worker is stopping. */
function failureOf(error: unknown): WalkFailure | undefined {
  if (!(error instanceof ServiceError) || error.details.reason === 'connection_not_active') return undefined;
  if (error.code === 'RATE_LIMITED') return 'budget';
  if (error.code !== 'ACTION_REQUIRED') return 'provider_failed';
  return error.details.reason === 'scope_missing' ? 'scope_missing' : 'action_required';
}
