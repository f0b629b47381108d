// Adds a note to a record's history once for each Idempotency-Key. A note cannot be taken back, so one whose end is unknown is
// sent again only under the provider's key; once the provider has forgotten that, the history alone tells what became of it.
import type { Caller } from '../../domain/caller.ts';
import { type HistoryEntry, isNote, noteSince } from '../../domain/history.ts';
import { type WriteResolution, writeResolutions } from '../../domain/idempotency.ts';
import { isJsonObject, type Json } from '../../domain/json.ts';
import type { WriteWarning } from '../../domain/ledger-record.ts';
import type { CorePorts } from '../../ports/core-ports.ts';
import type { NamedRecord } from '../../ports/ledger-gateway.ts';
import { parse } from '../../schemas/parse.ts';
import { NoteRequest } from '../../schemas/requests/records.ts';
import { otherGate } from '../agents/other-gate.ts';
import { finish } from '../writes/after-write.ts';
import { claimKey, type Write } from '../writes/claim-key.ts';
import type { LedgerWrite } from '../writes/holder.ts';
import { requiredKey } from '../writes/provider-key.ts';
import { repeatedBy, unresolved } from '../writes/read-back.ts';
import { sendNote } from '../writes/send.ts';
import { type HistoryPath, requireHistory } from './history-target.ts';

export interface NotePath extends HistoryPath {
  readonly write: Write<NoteRequest>;
}

interface Note {
  readonly record: NamedRecord;
  readonly text: string;
}

interface Added {
  readonly entry: Omit<HistoryEntry, 'details'>;
  /** The provider answered with this very text. */
  readonly isEchoed: boolean;
  readonly resolution: WriteResolution;
}

/**
 * Adds a note. Throws PROVIDER_ERROR `write_unresolved` for a lost one that the history does not show and that cannot be sent
 * again without the risk of a second.
 */
export function addNote(ports: CorePorts) {
  return async (caller: Caller, path: NotePath) => {
    const { connection, record, ledger } = await requireHistory(ports, caller, path);
    const { key, body } = path.write;
    requiredKey(path.write);
    const { note: text } = parse(NoteRequest, body);
    const act = ['history.add', connection.id, record.type, record.providerId];
    const gate = await otherGate(ports, caller, { kind: 'note', ledger, write: path.write });
    const claim = await claimKey(ports, caller, { key, body: { note: text } }, { act, connection });
    if ('answered' in claim) return answered(text, fromStored(claim.answered), true);
    const write = { ports, ledger, claim };
    try {
      await gate?.pass(claim);
      const added = await add(write, { record, text });
      const sentAt = claim.lastAttempt()?.firstSentAt ?? ports.clock.now();
      await ports.storage.transaction((stores) =>
        finish(stores, write, {
          ...{ records: [], found: [], made: [], uses: 1, sentAt },
          async end() {
            await claim.answer(stores, toStored(added));
            await gate?.made(stores);
          },
        }),
      );
      return answered(text, added, false);
    } catch (error) {
      const failure = await claim.fail(error);
      await gate?.failed();
      throw failure;
    }
  };
}

function answered(details: string, { entry, isEchoed, resolution }: Added, isReplayed: boolean) {
  const message = 'note: the provider’s answer has another text';
  const warnings: readonly WriteWarning[] = [{ code: 'echo_differs', path: 'note', message }];
  return { value: { ...entry, details, ...(!isEchoed && { warnings }) }, replayed: isReplayed, resolution };
}

async function add(write: LedgerWrite, { record, text }: Note): Promise<Added> {
  const { openAttempt } = write.claim;
  // The provider answers a repeat under a key that it remembers as it answered the call, so that one is exact.
  if (openAttempt && repeatedBy(write, openAttempt.firstSentAt) !== 'key') {
    const found = noteSince(await write.ledger.history(record), text, openAttempt.firstSentAt);
    if (!found) throw unresolved();
    return { entry: found, isEchoed: true, resolution: 'found' };
  }
  const call = {
    name: 'note',
    // Ids alone: the text stands in the request, whose repeat has it again.
    attempt: (now: Date) =>
      openAttempt ?? { prepared: { note: record.providerId }, firstSentAt: now, createdType: null },
    rememberedSince: openAttempt?.firstSentAt ?? null,
    about: record,
  };
  const entry = await sendNote(write, call, { record, text });
  return { entry, isEchoed: isNote(text)(entry), resolution: openAttempt ? 'repeated' : 'sent' };
}

/** Nobody's name and no text: a request that is repeated brings its own text, or its key would not be this one. */
function toStored({ entry: { at }, isEchoed, resolution }: Added): Json {
  return { at: at.toISOString(), is_echoed: isEchoed, resolution };
}

function fromStored(stored: Json): Added {
  const { at, is_echoed: isEchoed, resolution } = isJsonObject(stored) ? stored : {};
  return {
    entry: { at: new Date(String(at)), user: null, change: null },
    isEchoed: isEchoed !== false,
    resolution: writeResolutions.find((one) => one === resolution) ?? 'sent',
  };
}
