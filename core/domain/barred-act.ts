import type { DocumentSide, ResourceType } from './resource.ts';

/**
 * An act that a provider says it does not let a connection do: by the plan of the organization, or by the role of the person
 * who connected it. What is left out does not narrow it.
 */
export interface BarredAct {
  readonly type: ResourceType;
  /** Of documents on this side of the books. */
  readonly side?: DocumentSide;
  /** The write gives the record one of these. */
  readonly statuses?: readonly string[];
  /** In another currency than the organization's own. */
  readonly isForeign?: true;
  /** Files of such records, in place of the records themselves. */
  readonly part?: 'attachments';
}

/** A write as it would be made. */
export interface IntendedAct extends Pick<BarredAct, 'type' | 'part'> {
  readonly side: string | null;
  /** Null for a write that leaves it. */
  readonly status: string | null;
  /** False where the currency is the organization's own, or not known. */
  readonly isForeign: boolean;
}

export function isBarred(acts: readonly BarredAct[], intended: IntendedAct): boolean {
  return acts.some(
    ({ type, part, side, statuses, isForeign }) =>
      type === intended.type &&
      part === intended.part &&
      (side === undefined || side === intended.side) &&
      (statuses === undefined || (intended.status !== null && statuses.includes(intended.status))) &&
      (isForeign === undefined || intended.isForeign),
  );
}
