// How an agent's request names its write: by a reference in place of a random key. Nobody else's request has one.
import type { Caller } from '../../domain/caller.ts';
import type { Connection } from '../../domain/connection.ts';
import { badRequest, conflict, hasReason, ServiceError } from '../../domain/errors.ts';
import type { IdempotencyScope, KeyStanding } from '../../domain/idempotency.ts';
import type { OperationId } from '../../domain/ids.ts';
import { canonicalJson, canonicalObject, isJsonObject, type Json, type JsonObject } from '../../domain/json.ts';
import { familyReferredTo } from '../../families/all-families.ts';
import { type IdForms, providerIdOf, resourceIdOf } from '../../families/resource-id.ts';
import type { CorePorts } from '../../ports/core-ports.ts';
import { keyFingerprint, type Write } from '../writes/claim-key.ts';
import { fromStored } from '../writes/stored-answer.ts';
import { fateOfKey, fateOfOperation, operationIn, ownerOf } from './fates.ts';
import { subjectOf } from './look-alikes.ts';
import { giveBack } from './spending.ts';

/** Tries of one reference of which each certainly wrote nothing. */
const triesMost = 20;
const refForm = /^[^\p{Cc}\p{Cf}\p{Zl}\p{Zp}]{1,100}$/u;

export interface Named {
  readonly connection: Connection;
  /** The act and its objects, with the type or the recipe. */
  readonly act: readonly string[];
  /** The canonical body: equal for calls that mean the same. */
  readonly body: JsonObject;
}

/**
 * The write under the key of its reference: that of the last try, or of the next one if the last certainly wrote nothing.
 * Throws BAD_REQUEST without a reference, CONFLICT `ref_used` naming what another call under it made, and
 * IDEMPOTENCY_IN_PROGRESS `still_running`.
 */
export async function underRef(ports: CorePorts, caller: Caller, write: Write, named: Named): Promise<Write> {
  const ref = requiredRef(write);
  const { digester, storage, clock } = ports;
  const { organizationId, environment } = caller;
  const base = canonicalJson([named.connection.id, ...named.act, ref]);
  const keys = Array.from({ length: triesMost }, (_, i) => `ref-${digester.keyed('request-ref', `${base} ${i + 1}`)}`);
  const plane = { organizationId, environment };
  const standings = await storage.idempotency.standing(plane, keys, clock.now());
  const last = keys.findLastIndex((key) => standings.has(key));
  const standing = standings.get(keys[last] ?? '');
  const under = (at: number): Write => ({ ...write, key: keys[at], body: named.body });
  if (!standing) return under(0);
  if (await wroteNothing(ports, caller, standing)) {
    await ports.storage.transaction((stores) => giveBack(stores, ownerOf(plane, keys[last] ?? '')));
    if (last + 1 < triesMost) return under(last + 1);
    throw conflict('ref_used', `${triesMost} tries under "${ref}" were refused; name another one, or ask a person`);
  }
  if (standing.fingerprint === keyFingerprint(ports, named.act, named.body)) return under(last);
  if (await freedLost(ports, { ...plane, key: keys[last] ?? '' }, standing, named.connection)) return under(last);
  if (standing.answer === null) throw stillRunning(ref);
  throw refUsed(ref, standing);
}

/** Frees a reference whose first call was lost before anything was sent, with what was noted of it. */
async function freedLost(
  { storage, clock, ...ports }: CorePorts,
  scope: IdempotencyScope,
  { fingerprint, answer, isSent, leaseUntil }: KeyStanding,
  connection: Connection,
): Promise<boolean> {
  const now = clock.now();
  if (answer !== null || isSent || leaseUntil > now) return false;
  const owner = ownerOf(scope, scope.key);
  return storage.transaction(async (stores) => {
    if (!(await stores.idempotency.releaseLost(scope, fingerprint, now))) return false;
    await giveBack(stores, owner);
    await stores.lookAlikes.remove(connection.id, [subjectOf(ports, owner)]);
    return true;
  });
}

function requiredRef({ ref, key }: Write): string {
  if (ref === undefined || ref.trim() === '') {
    const instead = key === undefined ? '' : ' in place of the Idempotency-Key';
    throw badRequest(
      'Request-Ref',
      `is required${instead}: name what this is for in your world, such as "order 1001", and no random id`,
    );
  }
  if (!refForm.test(ref)) throw badRequest('Request-Ref', 'must have 1 to 100 printable characters');
  return ref.trim();
}

async function wroteNothing({ storage, clock }: CorePorts, caller: Caller, standing: KeyStanding): Promise<boolean> {
  const { answer } = standing;
  const id = answer?.ok ? operationIn(answer.value) : undefined;
  if (id === undefined) return answer !== null && fateOfKey(standing, clock.now()) === 'nothing';
  const operation = await storage.operations.find(caller, id as OperationId);
  return operation !== undefined && (await fateOfOperation(storage, operation)) === 'nothing';
}

function refUsed(ref: string, { answer }: KeyStanding): ServiceError {
  const value = answer?.ok ? answer.value : null;
  const operationId = operationIn(value);
  const stored = isJsonObject(value) && operationId === undefined ? fromStored(value) : undefined;
  const number = stored?.record?.fields['number'];
  const id = stored && resourceIdOf(stored.ids.type, stored.ids.providerId);
  const made = operationId ?? (typeof number === 'string' && number !== '' ? `${number} (${id})` : id);
  const what = made === undefined ? 'by another call' : `for another call, which made ${made}`;
  const message = `"${ref}" was used ${what}; nothing was written. If you mean that one, use it; if not, name this write otherwise`;
  return new ServiceError('CONFLICT', message, {
    reason: 'ref_used',
    outcome: 'not_applied',
    ...(id !== undefined && { resourceId: id }),
    ...(operationId !== undefined && { operationId: operationId as OperationId }),
  });
}

function stillRunning(ref: string): ServiceError {
  const message = `the first call under "${ref}" has not come to its end; repeat it with exactly this Request-Ref and the same content`;
  return new ServiceError('IDEMPOTENCY_IN_PROGRESS', message, { reason: 'still_running', retryAfterSeconds: 1 });
}

/** What an agent is told in place of what its keys, which it does not know, would be told. */
export function inRefs(error: unknown, { ref }: Write): unknown {
  if (ref === undefined || !(error instanceof ServiceError)) return error;
  if (error.code === 'IDEMPOTENCY_IN_PROGRESS' && !hasReason(error, 'still_running')) return stillRunning(ref);
  if (error.code === 'IDEMPOTENCY_KEY_REUSED') return refUsed(ref, { answer: null } as unknown as KeyStanding);
  return error;
}

/** Equal for bodies that name the same records by the service's or the provider's ids. */
export function withOwnIds(fields: JsonObject, forms: IdForms): JsonObject {
  return canonicalObject(renamed(fields, forms) as object);
}

function renamed(value: Json, forms: IdForms): Json {
  if (Array.isArray(value)) return value.map((one: Json) => renamed(one, forms));
  if (!isJsonObject(value)) return value;
  const entries = Object.entries(value).map(([name, inner]): [string, Json] => {
    const type = typeof inner === 'string' && inner !== '' ? familyReferredTo(name) : undefined;
    const id = type && providerIdOf(type, String(inner), forms);
    return [name, type && id !== undefined ? resourceIdOf(type, id) : renamed(inner ?? null, forms)];
  });
  return Object.fromEntries(entries);
}
