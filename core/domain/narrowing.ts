/**
 * What opens something (a key, a password, a session, a link) may carry what narrows it, such as scopes or an end. During an
 * upgrade a build that does not know a narrowing would open more than was given. So each row says by a number what a build
 * must know, and a build that knows less does not find it. The numbers only grow; one is never used twice.
 */
export const known = {
  /** Every build that can run beside this one. */
  byAll: 0,
  /** Scopes, connections and the end of a key. */
  keyRights: 1,
  /** How far back the first sync of a connect link reads. */
  syncFrom: 2,
  /** Keys of the kind `agent`: their tools, limits, approval and look-alikes. */
  agentKeys: 3,
} as const;

/** What this build knows. */
export const buildKnows: number = Math.max(...Object.values(known));

interface Narrowing<Value> {
  /** The number of the builds that honour it. */
  readonly since: (typeof known)[keyof typeof known];
  /** True if a value narrows what the row opens. */
  readonly narrows: (value: Value) => boolean;
}

/**
 * For each property, what a build must know to honour its values; `null` for a property that narrows nothing, or that every
 * build honours which can run beside this one. A new property without an entry does not compile.
 */
export type Narrowings<Entity> = { readonly [Name in keyof Entity]-?: Narrowing<Entity[Name]> | null };

/** What a build must know to find the entity. */
export function needsOf<Entity extends object>(narrowings: Narrowings<Entity>, entity: Entity): number {
  const names = Object.keys(narrowings) as (keyof Entity)[];
  const needed = names.map((name) => {
    const narrowing = narrowings[name];
    return narrowing?.narrows(entity[name]) ? narrowing.since : known.byAll;
  });
  return Math.max(known.byAll, ...needed);
}
