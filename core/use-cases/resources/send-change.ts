import type { Connection } from '../../domain/connection.ts';
import { ServiceError } from '../../domain/errors.ts';
import { canonicalJson } from '../../domain/json.ts';
import type { CachedRecord } from '../../domain/ledger-record.ts';
import type { WriteIntent } from '../../ports/ledger-gateway.ts';
import type { WriteClaim } from '../idempotent.ts';
import type { LedgerErrand } from '../ledger-errand.ts';
import type { HeldRecord } from './hold-record.ts';
import { fetched } from './kept-record.ts';
import type { ReadPorts } from './read-resource.ts';
import { type CreateIntent, send } from './send-write.ts';

export type ChangeIntent = Exclude<WriteIntent, CreateIntent>;

/** A change of a record that is there already. */
export interface Change {
  /** Asked anew each time: it reads what the change is laid over, if it is laid over anything. */
  readonly intentOf: () => Promise<ChangeIntent>;
  /** Whether the write holds what was read, and so could undo what somebody else has changed since. */
  readonly holdsLive: boolean;
  /** When the read began that the first intent is made of, if that was before it is asked for. */
  readonly readSince?: Date;
}

/**
 * Makes one change of a record whose lease is held. What holds the caller's own fields only is sent as a create is:
 * the same bytes again under the same key; once the provider has forgotten that, they set the same fields once more.
 *
 * What holds the live document is made of a read that began a moment before it is sent. Where the read, or waiting for a
 * token or for budget, took longer, the change is laid over a new read, three times at most; it goes out once two reads
 * in a row make the same bytes of it. The change of an earlier request that was
 * lost is laid over a new read, too: its bytes go out again only where they are what would be sent today, so that they
 * never bring back what was changed since.
 *
 * What remains, because the provider has no compare-and-set: what somebody else (a person, another app) changes there
 * between the answer to our read and the arrival of our write is overwritten. Nobody can see it afterwards: the answer to
 * a write shows the new stamp only, so a second read before the write would only move that moment. And a change whose
 * end is unknown, which did happen and whose own fields somebody else has changed since, is made a second time.
 */
export function sendChange(ports: ReadPorts) {
  return async (
    errand: LedgerErrand,
    connection: Connection,
    { claim, held }: { readonly claim: WriteClaim; readonly held: HeldRecord },
    { intentOf, holdsLive, readSince }: Change,
  ): Promise<CachedRecord> => {
    const { gateway, clock } = ports;
    let before: string | undefined;
    for (let remade = 0; remade <= remadeMax; remade++) {
      const readFrom = (remade === 0 && readSince) || clock.now();
      const write = gateway.prepare(await intentOf());
      const payload = canonicalJson(write.payload);
      const isSame = payload === before;
      before = payload;
      const beforeSending = async () => {
        const isOld = clock.now().getTime() - readFrom.getTime() > freshSeconds * 1000;
        if (holdsLive && isOld && !isSame) throw recordChanged();
        await held.keepForCall();
      };
      try {
        const sending = { write, firstSentAt: claim.earlier?.firstSentAt, beforeSending };
        return fetched(await send(ports, errand, connection, claim, sending), clock.now());
      } catch (error) {
        if (!(error instanceof ServiceError) || error.details.reason !== 'record_changed') throw error;
      }
    }
    throw recordChanged();
  };
}

/** How often a change is laid over the record anew. */
const remadeMax = 3;
/** How long ago the read may have begun that a write is made of. */
const freshSeconds = 1;

function recordChanged(): ServiceError {
  return new ServiceError(
    'CONFLICT',
    'the record may have been changed at the provider each time before it could be written; repeat the request',
    { reason: 'record_changed', outcome: 'not_applied' },
  );
}
