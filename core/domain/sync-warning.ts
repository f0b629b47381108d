import type { ResourceType } from './resource.ts';

/** Why the cache lacks a record that the provider has, or holds an older state of it. */
export const syncWarningReasons = ['not_understood', 'not_storable'] as const;

export interface SyncWarning {
  readonly type: ResourceType;
  /** Null where the provider's document names no id. */
  readonly providerId: string | null;
  readonly reason: (typeof syncWarningReasons)[number];
  readonly at: Date;
}

/** What a connection shows of them. */
export const syncWarningsMax = 20;

export type WarnedRecord = Pick<SyncWarning, 'type' | 'providerId'>;

/** The newest first, one a record; without those of records that were read and stored since. */
export function warningsAfter(
  before: readonly SyncWarning[],
  added: readonly SyncWarning[],
  stored: readonly WarnedRecord[],
): readonly SyncWarning[] {
  const gone = new Set(stored.map(nameOf));
  const warnings = new Map<string, SyncWarning>();
  for (const warning of [...added.toReversed(), ...before.filter((known) => !gone.has(nameOf(known)))]) {
    if (!warnings.has(nameOf(warning))) warnings.set(nameOf(warning), warning);
  }
  return [...warnings.values()].slice(0, syncWarningsMax);
}

function nameOf({ type, providerId }: WarnedRecord): string {
  return `${type} ${providerId ?? ''}`;
}
