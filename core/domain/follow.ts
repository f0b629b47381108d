// Which families of a connection are walked regularly, because no notification tells of their changes.
import type { ResourceType } from './resource.ts';

/** What somebody has set for one connection; null leaves it to the deployment. */
export interface FollowSetting {
  readonly families: readonly ResourceType[] | null;
  /** Minutes between two walks; 0 walks nothing. */
  readonly minutes: number | null;
}

/** What is walked of a connection. */
export interface Follow {
  readonly families: readonly ResourceType[];
  /** Minutes between two walks; 0 walks nothing. */
  readonly minutes: number;
  /** The provider calls of a day in which nothing changes. */
  readonly callsADay: number;
}

/** A family that can be followed: the provider lists it and notifies of none of its changes. */
export interface FollowableFamily {
  readonly type: ResourceType;
  /** Each walk reads all of its records. */
  readonly isWhole: boolean;
}

/** What the provider and the deployment say of it. */
export interface FollowGround {
  readonly followable: readonly FollowableFamily[];
  /** Between two walks of a connection that sets no minutes; 0 walks nothing. */
  readonly usualMinutes: number;
}

/** Fewer minutes would be a stream of calls, and more than a day a family that only seems to be followed. */
export const [followMinutesLeast, followMinutesMost] = [5, 1_440];
/** At a polled provider nothing is heard meanwhile, and its own limits bear more calls. */
export const polledFollowMinutes = 15;
/** A family that is read whole is read at most this often, unless somebody asks for more. */
const wholeMinutesLeast = 60;

export function followOf({ followable, usualMinutes }: FollowGround, setting: FollowSetting | null): Follow {
  const followed = followedOf(followable, setting);
  const minutes = setting?.minutes ?? usualMinutes;
  const walksADay = (family: FollowableFamily) =>
    minutes === 0 ? 0 : Math.floor(followMinutesMost / familyMinutes(family, minutes, setting));
  return {
    families: followed.map(({ type }) => type),
    minutes,
    callsADay: followed.reduce((sum, family) => sum + walksADay(family), 0),
  };
}

function followedOf(followable: readonly FollowableFamily[], setting: FollowSetting | null) {
  const { families = null } = setting ?? {};
  return families === null ? followable : followable.filter(({ type }) => families.includes(type));
}

function familyMinutes({ isWhole }: FollowableFamily, minutes: number, setting: FollowSetting | null): number {
  const isAsked = (setting?.minutes ?? null) !== null;
  return isWhole && !isAsked ? Math.max(minutes, wholeMinutesLeast) : minutes;
}

/** Between two walks of a connection; null if nothing of it is walked. */
export function followIntervalMs(ground: FollowGround, setting: FollowSetting | null): number | null {
  const { families, minutes } = followOf(ground, setting);
  return minutes === 0 || families.length === 0 ? null : minutes * 60_000;
}

/** A walk that is late must not put off the one after it, so a family is due a little before its time. */
const dueShare = 0.9;

/**
 * The followed families whose turn has come: all, but those read whole at most hourly. `walkedAt` says when each was last
 * walked; a time in the future was written by a wrong clock and does not count.
 */
export function dueFamilies(
  ground: FollowGround,
  setting: FollowSetting | null,
  walkedAt: ReadonlyMap<ResourceType, Date>,
  now: Date,
): readonly ResourceType[] {
  const { minutes } = followOf(ground, setting);
  if (minutes === 0) return [];
  const isDue = (family: FollowableFamily): boolean => {
    const at = walkedAt.get(family.type);
    const ofFamily = familyMinutes(family, minutes, setting);
    if (ofFamily === minutes || at === undefined || at > now) return true;
    return now.getTime() - at.getTime() >= ofFamily * 60_000 * dueShare;
  };
  return followedOf(ground.followable, setting)
    .filter(isDue)
    .map(({ type }) => type);
}

/** Why the latest try did not walk a family. */
export const walkFailures = [
  'budget',
  'scope_missing',
  'action_required',
  'not_supported_by_provider',
  'provider_failed',
] as const;
export type WalkFailure = (typeof walkFailures)[number];

/** The last walks of a connection's family. */
export interface FamilyWalk {
  readonly type: ResourceType;
  /** The end of the last walk that came to an end; null before. */
  readonly walkedAt: Date | null;
  /** Of that walk. */
  readonly read: number;
  readonly changed: number;
  readonly removed: number;
  readonly triedAt: Date;
  /** Null if the latest try came to the end. */
  readonly failure: WalkFailure | null;
}

const refusedRestMs = 24 * 3_600_000;

/**
 * False for a day after the customer's consent did not cover the family: asking each hour would only be refused. A new
 * consent (`consentedAt`) ends the rest.
 */
export function mayBeWalked(walk: FamilyWalk | undefined, consentedAt: Date, now: Date): boolean {
  if (walk?.failure !== 'scope_missing' && walk?.failure !== 'not_supported_by_provider') return true;
  const restedMs = now.getTime() - walk.triedAt.getTime();
  return restedMs < 0 || restedMs >= refusedRestMs || walk.triedAt < consentedAt;
}

/** How the service hears of a family's changes. */
export const walkedFor = ['notifications', 'polls', 'walks', 'nothing'] as const;

/** Why a family was not walked lately. */
export const notWalkedReasons = ['off', 'zero_retention', 'connection_not_active', ...walkFailures] as const;
export type NotWalked = (typeof notWalkedReasons)[number];

/** A family with its last walk, for people and programs. */
export interface ShownWalk extends Omit<FamilyWalk, 'failure' | 'triedAt'> {
  /** By what changes are heard of. */
  readonly heardBy: (typeof walkedFor)[number];
  readonly triedAt: Date | null;
  /** Why there was no walk lately; null if the last one came to its end. */
  readonly notWalked: NotWalked | null;
}
