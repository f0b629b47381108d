// Makes a request of a caller's own to the provider, a write once for each Idempotency-Key. Nobody here knows what such a write
// means, so an unknown end is resolved by the provider's memory of its key alone: within five minutes of the first sending the
// same bytes may go again, later never.
import type { Caller } from '../../domain/caller.ts';
import type { Connection } from '../../domain/connection.ts';
import { ServiceError } from '../../domain/errors.ts';
import { sendBefore, type WriteAttempt, type WriteResolution } from '../../domain/idempotency.ts';
import { type Id, isId, type ProviderRequestId } from '../../domain/ids.ts';
import { isJsonObject, type Json } from '../../domain/json.ts';
import {
  answerTooLarge,
  noHeaders,
  type PassedAnswer,
  type ProviderRequest,
  type RequestAnswer,
  type RequestTraits,
  repeatedUntil,
  unresolvedRequest,
} from '../../domain/provider-request.ts';
import type { CorePorts } from '../../ports/core-ports.ts';
import type { Stores } from '../../ports/storage.ts';
import { assertKeyScope } from '../access/key-reach.ts';
import { type Ledger, requestLedger } from '../ledger/open-ledger.ts';
import type { Patience } from '../ledger/wait-for-budget.ts';
import { meterProviderRequest } from '../usage/metering.ts';
import { finish } from '../writes/after-write.ts';
import { type Answered, claimKey, type KeyClaim, type Write } from '../writes/claim-key.ts';
import type { BesideKey } from '../writes/holder.ts';
import { requiredKey } from '../writes/provider-key.ts';
import { sendRequest } from '../writes/send.ts';
import { assertWritable } from '../writes/unless-read-only.ts';
import { type AskedRequest, askedRequest } from './prepare-request.ts';
import { type RequestsPath, requireRequests, takeRequestPlace } from './request-target.ts';
import { answerOf, fromStored, openRequest, sealRequest, settledAnswer, toStored } from './stored-request.ts';
import { markTouched, readTouched, syncTouched } from './touched-copies.ts';

export interface MakeRequestPath extends RequestsPath, Patience {
  readonly write: Write;
}

export interface Made extends Answered<RequestAnswer> {
  readonly resolution?: WriteResolution | null;
}

interface Making extends AskedRequest {
  readonly ports: CorePorts;
  readonly caller: Caller;
  readonly connection: Connection;
  readonly ledger: Ledger;
  readonly requests: RequestTraits;
}

/**
 * Makes a request. Throws as `askedRequest`, RATE_LIMITED `provider_requests_share`, PROVIDER_ERROR `write_unresolved` with the
 * request's id for a write whose end is unknown, and `answer_too_large`. Every other answer of the provider is returned.
 */
export function makeRequest(ports: CorePorts) {
  return async (caller: Caller, { write, connectionId, waitSeconds }: MakeRequestPath): Promise<Made> => {
    const { connection, requests } = await requireRequests(ports, caller, { connectionId });
    const asked = askedRequest(requests, write.body);
    assertKeyScope(caller, asked.listed.effect);
    const leave = takeRequestPlace(caller.actor);
    try {
      const ledger = requestLedger(ports, connection, caller, { waitSeconds, cause: 'provider_requests' });
      const making = { ...asked, ports, caller, connection, ledger, requests };
      return await (asked.listed.effect === 'read' ? read(making, write) : makeWrite(making, write));
    } finally {
      leave();
    }
  };
}

const actOf = ({ id }: Connection) => ['provider_request', id];

/** A read with an Idempotency-Key gives its repeats the first answer. */
async function read(making: Making, write: Write): Promise<Made> {
  const { ports, caller, connection } = making;
  if (!write.key) return { value: await readOnce(making), replayed: false };
  const claim = await claimKey(ports, caller, write, { act: actOf(connection), connection });
  if ('answered' in claim) return { value: fromStored(claim.answered), replayed: true };
  try {
    return { value: await readOnce(making, claim), replayed: false };
  } catch (error) {
    throw await claim.fail(error);
  }
}

async function readOnce({ ports, caller, connection, ledger, request }: Making, claim?: KeyClaim) {
  const passed = await ledger.passRead(request);
  const row = newRow(ports, caller, connection, request);
  const value = answerOf(ports, row, passed);
  const isWhole = value.body !== null;
  await ports.storage.transaction(async (stores) => {
    await stores.providerRequests.insert({ ...row, ...endedBy(ports, value) });
    if (isWhole && value.outcome === 'done') await meterProviderRequest(stores, ports, connection);
    if (isWhole) await claim?.answer(stores, toStored(value, connection.retentionMode === 'cached'));
  });
  if (!isWhole) throw answerTooLarge(row.id);
  return value;
}

function newRow(
  { ids, clock }: CorePorts,
  { actor, name, requestId }: Caller,
  { id: connectionId, organizationId, environment }: Connection,
  { method, template }: Pick<ProviderRequest, 'method' | 'template'>,
): ProviderRequest {
  return {
    ...{ id: ids.next('prq'), organizationId, environment, connectionId, requestId, actor, actorName: name ?? null },
    ...{ method, template, effect: method === 'GET' ? 'read' : 'write' },
    ...{ outcome: 'unknown', status: null, bytes: null, correlationId: null },
    ...{ sealedRequest: null, createdAt: clock.now(), endedAt: null, settlement: null },
  };
}

const endedBy = ({ clock }: CorePorts, { outcome, status, bytes, headers }: RequestAnswer) => {
  return { outcome, status, bytes, correlationId: headers.correlationId, endedAt: clock.now() };
};

async function makeWrite(making: Making, write: Write): Promise<Made> {
  const { ports, caller, connection } = making;
  assertWritable(ports);
  requiredKey(write);
  const beside = await besideKey(making);
  const claim = await claimKey(ports, caller, write, { act: actOf(connection), connection, beside });
  if ('answered' in claim) return whole({ value: fromStored(claim.answered), replayed: true });
  try {
    return whole(await writeOnce(making, claim, beside.id));
  } catch (error) {
    const failure = await claim.fail(error);
    if (failure instanceof ServiceError && failure.details.outcome === 'unknown') await syncTouched(making);
    throw failure;
  }
}

/** The outcome is stored by now. */
function whole(made: Made): Made {
  const { status, body, digest, id } = made.value;
  // A body that is only not kept has a digest.
  if (status !== null && body === null && digest === null) throw answerTooLarge(id);
  return made;
}

interface BesideRequest extends BesideKey {
  readonly id: ProviderRequestId;
}

/** The row of the request is there from before the first sending, with an unknown outcome, and goes if it was certainly not made. */
async function besideKey({ ports, caller, connection, request }: Making): Promise<BesideRequest> {
  const row = newRow(ports, caller, connection, request);
  const sealedRequest = await sealRequest(ports, connection, row.id, request);
  const idIn = (attempt: WriteAttempt | null) => idOf(attempt?.prepared ?? null) ?? row.id;
  let id = row.id;
  return {
    id,
    begin: async ({ providerRequests }, attempt) => {
      id = idIn(attempt);
      await providerRequests.insert({ ...row, id, sealedRequest, createdAt: attempt.firstSentAt });
    },
    undo: ({ providerRequests }) => providerRequests.remove(connection, id),
  };
}

function idOf(prepared: Json): Id<'prq'> | undefined {
  const id = isJsonObject(prepared) ? prepared['provider_request'] : undefined;
  return typeof id === 'string' && isId('prq', id) ? id : undefined;
}

async function writeOnce(making: Making, claim: KeyClaim, newId: ProviderRequestId): Promise<Made> {
  const { ports, connection } = making;
  const { openAttempt } = claim;
  const id = openAttempt ? idOf(openAttempt.prepared) : newId;
  if (id === undefined) throw new Error('the attempt of a provider request names none');
  const row = openAttempt ? await ports.storage.providerRequests.find(connection, id) : undefined;
  if (row && row.outcome !== 'unknown') {
    const value = settledAnswer(row);
    await ports.storage.transaction((stores) => claim.answer(stores, toStored(value, false)));
    return { value, replayed: false, resolution: 'found' };
  }
  const { passed, resolution } = await sentOrFound(making, claim, { id, row });
  const value = answerOf(ports, { id, effect: 'write' }, passed);
  await keepAnswer(making, claim, value);
  await readTouched(making);
  return { value, replayed: false, resolution };
}

interface Begun {
  readonly id: ProviderRequestId;
  /** Undefined for a request that nobody has begun yet. */
  readonly row: ProviderRequest | undefined;
}

async function sentOrFound(making: Making, claim: KeyClaim, { id, row }: Begun) {
  const { ports, ledger } = making;
  const { openAttempt } = claim;
  const stored = row && (await openRequest(ports, row));
  const request = stored ?? making.request;
  const firstSentAt = openAttempt?.firstSentAt ?? ports.clock.now();
  const unresolved = (cause?: unknown) => unresolvedRequest(id, firstSentAt, cause);
  const isGone = async () => request.method === 'DELETE' && (await isNotThere(making));
  if (openAttempt) {
    if (await isGone()) return { passed: foundGone, resolution: 'found' } as const;
    // A DELETE has no key under which the provider would know it again.
    if (request.method === 'DELETE' || ports.clock.now() > repeatedUntil(firstSentAt)) throw unresolved();
  }
  const attempt = (now: Date) =>
    openAttempt ?? { prepared: { provider_request: id }, firstSentAt: now, createdType: null };
  const latest = (now: Date) => (openAttempt ? earlier(sendBefore(now), repeatedUntil(firstSentAt)) : sendBefore(now));
  try {
    const call = { name: 'pass', attempt, latest, apart: 'request' } as const;
    const passed = await sendRequest({ ports, ledger, claim }, call, request);
    if (!passed) throw openAttempt || claim.lastAttempt() ? unresolved() : tooLate();
    return { passed, resolution: openAttempt ? 'repeated' : 'sent' } as const;
  } catch (error) {
    if (!(error instanceof ServiceError) || error.details.outcome !== 'unknown') throw error;
    if (await isGone().catch(() => false)) return { passed: foundGone, resolution: 'found' } as const;
    throw unresolvedRequest(id, claim.lastAttempt()?.firstSentAt ?? firstSentAt, error);
  }
}

/** The process stalled before anything was stored or sent. */
function tooLate(): ServiceError {
  const message = 'the request could not be sent in time, so nothing was sent; repeat it';
  return new ServiceError('PROVIDER_TIMEOUT', message, { outcome: 'not_applied' });
}

const earlier = (one: Date, other: Date): Date => (one < other ? one : other);

/** What a DELETE that is found done answers: nothing. */
const foundGone: PassedAnswer = {
  status: 204,
  headers: noHeaders,
  bytes: new Uint8Array(),
};

/** True if a read of the same path says 404; false where no such read is on the list, because its 404 would tell nothing. */
async function isNotThere({ ledger, request, requests }: Making): Promise<boolean> {
  const read = requests.listed.find(({ template, effect }) => template === request.template && effect === 'read');
  if (!read) return false;
  const { status } = await ledger.passRead({ ...request, method: 'GET', body: null });
  return status === 404;
}

/** Ends the claim and the request's row with the answer, in one transaction with what is metered and with the copies that are old now. */
async function keepAnswer(making: Making, claim: KeyClaim, value: RequestAnswer): Promise<void> {
  const { ports, connection, ledger } = making;
  const sentAt = claim.lastAttempt()?.firstSentAt ?? ports.clock.now();
  const end = async (stores: Stores, live: Connection | undefined) => {
    const keeps = live?.retentionMode === 'cached';
    await stores.providerRequests.end(connection, value.id, {
      ...endedBy(ports, value),
      settlement: null,
      forgets: !keeps,
    });
    if (value.outcome === 'done') await meterProviderRequest(stores, ports, connection);
    await claim.answer(stores, toStored(value, keeps));
    if (live) await markTouched(stores, making, live);
  };
  const ended = { records: [], found: [], made: [], uses: 0, sentAt, end };
  await ports.storage.transaction((stores) => finish(stores, { ports, ledger, claim }, ended));
}
