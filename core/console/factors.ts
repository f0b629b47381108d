// A member's second factors: added and removed with the password at hand.
import { secondsAfter } from '../domain/backoff.ts';
import { assertOwnPassword, type SignedIn } from '../domain/console-session.ts';
import { badRequest, conflict, notFound } from '../domain/errors.ts';
import {
  type Factor,
  type FactorKind,
  factorAnswerSeconds,
  factorsMost,
  plainCode,
  recoveryCodesMade,
} from '../domain/factor.ts';
import { isId } from '../domain/ids.ts';
import type { JsonObject } from '../domain/json.ts';
import type { Organization } from '../domain/organization.ts';
import type { CorePorts } from '../ports/core-ports.ts';
import type { PasskeyOptions } from '../ports/secrets.ts';
import { recordAct } from '../use-cases/access/record-act.ts';
import { actingMembers, actorOf } from './acting.ts';
import { heldMember, randomText } from './members.ts';
import { rightHash } from './passwords.ts';
import { codeDigest, passkeysOf, secretPlace } from './prove-factor.ts';

export interface OwnFactors {
  readonly factors: readonly Factor[];
  readonly recoveryCodesLeft: number;
}

export function listFactors({ storage }: CorePorts) {
  return async ({ memberId }: SignedIn): Promise<OwnFactors> => {
    const [factors, recoveryCodesLeft] = [storage.factors.list(memberId), storage.factors.countCodes(memberId)];
    return { factors: await factors, recoveryCodesLeft: await recoveryCodesLeft };
  };
}

/** The person answers it with `addFactor` within ten minutes. No later answer shows the secret. */
export type BegunFactor =
  | { readonly kind: 'totp'; readonly secret: string; readonly uri: string; readonly token: string }
  | { readonly kind: 'passkey'; readonly options: PasskeyOptions };

/** Throws BAD_REQUEST `current_password`, RATE_LIMITED, CONFLICT `factor_limit_reached`. */
export function beginFactor(ports: CorePorts) {
  const { storage, vault, secondFactors, ids, clock } = ports;
  return async (signedIn: SignedIn, kind: FactorKind, password: string): Promise<BegunFactor> => {
    await confirm(ports, signedIn, password);
    const known = await storage.factors.list(signedIn.memberId);
    assertRoom(known);
    const until = secondsAfter(clock.now(), factorAnswerSeconds);
    if (kind === 'totp') {
      const { secret, uri } = secondFactors.newSecret(signedIn.email);
      const pending = `${until.getTime()} ${secret} ${ids.next('fct')}`;
      return { kind, secret, uri, token: await vault.seal(pending, pendingPlace(signedIn)) };
    }
    const options = await secondFactors.creation(ids.randomBytes(32), signedIn.email, passkeysOf(known));
    await storage.factors.putChallenge(signedIn.memberId, options.challenge, until);
    return { kind, options };
  };
}

type NewFactor = { readonly name: string } & (
  | { readonly kind: 'totp'; readonly token: string; readonly code: string }
  | { readonly kind: 'passkey'; readonly credential: JsonObject }
);

export interface AddedFactor {
  readonly factor: Factor;
  /** Made with the first factor, shown once; each code works once. */
  readonly recoveryCodes: readonly string[] | null;
}

/**
 * Adds a factor that answers what was begun; the first one ends the member's other sessions, which began without it.
 * Throws BAD_REQUEST `token`, `code` or `credential`, CONFLICT `factor_limit_reached`.
 */
export function addFactor(ports: CorePorts) {
  return async (signedIn: SignedIn, given: NewFactor): Promise<AddedFactor> => {
    const { organizationId, memberId, sessionId } = signedIn;
    const { kind, name } = given;
    const proven = await (given.kind === 'totp' ? provenSecret(ports, signedIn, given) : made(ports, signedIn, given));
    const factor: Factor = {
      organizationId,
      memberId,
      kind,
      name,
      createdAt: ports.clock.now(),
      lastUsedAt: null,
      ...proven,
    };
    const { codes, digests } = drawCodes(ports, memberId);
    return ports.storage.transaction(async (stores) => {
      await actingMembers(stores, ports, signedIn, 'read');
      const known = await stores.factors.list(memberId);
      // Two factors of one secret would take each code twice.
      if (known.some(({ id }) => id === factor.id)) throw badRequest('token', 'was used: begin again');
      assertRoom(known);
      await stores.factors.insert(factor);
      await stores.consoleSessions.noteProof(sessionId, kind);
      const isFirst = known.length === 0;
      if (isFirst) await stores.factors.putCodes(memberId, digests);
      const ended = isFirst ? await stores.consoleSessions.removeAll(memberId, sessionId) : 0;
      const changes = { before: null, after: { kind, name } };
      const act = { action: 'factor.added', subject: factor.id, details: { sessions_ended: ended }, changes };
      await recordAct(stores, ports, actorOf(signedIn), act);
      return { factor, recoveryCodes: isFirst ? codes : null };
    });
  };
}

type Proven = Pick<Factor, 'id' | 'sealedSecret' | 'passkey' | 'counter'>;

async function provenSecret(
  { vault, secondFactors, clock }: CorePorts,
  signedIn: SignedIn,
  { token, code }: { readonly token: string; readonly code: string },
): Promise<Proven> {
  const opened = await vault.open(token, pendingPlace(signedIn)).catch(() => '');
  const [until, secret = '', id = ''] = opened.split(' ');
  if (!(Number(until) > clock.now().getTime()) || !isId('fct', id)) throw badRequest('token', 'is over: begin again');
  const step = secondFactors.stepOf(secret, plainCode(code), clock.now());
  if (step === undefined) throw badRequest('code', 'is wrong; is the clock of the device right?');
  // The step counts as used, so that the code that was typed here opens nothing else.
  return { id, sealedSecret: await vault.seal(secret, secretPlace(signedIn, id)), passkey: null, counter: step };
}

async function made(
  { storage, secondFactors, ids, clock }: CorePorts,
  { memberId }: SignedIn,
  { credential }: { readonly credential: JsonObject },
): Promise<Proven> {
  const challenge = await storage.factors.takeChallenge(memberId, clock.now());
  const answer = challenge === undefined ? undefined : await secondFactors.made(credential, challenge);
  if (!answer) throw badRequest('credential', 'does not answer what was asked: begin again');
  return { id: ids.next('fct'), sealedSecret: null, ...answer };
}

/** Throws NOT_FOUND and what `beginFactor` throws. With the last factor the recovery codes go. */
export function removeFactor(ports: CorePorts) {
  return async (signedIn: SignedIn, id: string, password: string): Promise<void> => {
    await confirm(ports, signedIn, password);
    await ports.storage.transaction(async (stores) => {
      await actingMembers(stores, ports, signedIn, 'read');
      const known = await stores.factors.list(signedIn.memberId);
      const factor = known.find((one) => one.id === id);
      if (!factor || !isId('fct', id)) throw notFound('factor');
      await stores.factors.remove(signedIn.memberId, id);
      if (known.length === 1) await stores.factors.putCodes(signedIn.memberId, []);
      const changes = { before: { kind: factor.kind, name: factor.name }, after: null };
      await recordAct(stores, ports, actorOf(signedIn), {
        action: 'factor.removed',
        subject: id,
        details: {},
        changes,
      });
    });
  };
}

/** Replaces the recovery codes and shows the new ones once. Throws CONFLICT `no_factor` and what `beginFactor` throws. */
export function renewCodes(ports: CorePorts) {
  return async (signedIn: SignedIn, password: string): Promise<readonly string[]> => {
    await confirm(ports, signedIn, password);
    const { memberId } = signedIn;
    const { codes, digests } = drawCodes(ports, memberId);
    await ports.storage.transaction(async (stores) => {
      await actingMembers(stores, ports, signedIn, 'read');
      if ((await stores.factors.list(memberId)).length === 0) throw conflict('no_factor', 'add a second factor first');
      await stores.factors.putCodes(memberId, digests);
      await recordAct(stores, ports, actorOf(signedIn), {
        action: 'factor.codes_renewed',
        subject: memberId,
        details: {},
      });
    });
    return codes;
  };
}

/** For a member who lost device and codes; ends their sessions, too. Throws FORBIDDEN, NOT_FOUND, CONFLICT `own_factors`. */
export function removeMemberFactors(ports: CorePorts) {
  return async (signedIn: SignedIn, id: string): Promise<void> => {
    if (id === signedIn.memberId) throw conflict('own_factors', 'remove your own second factors with your password');
    await ports.storage.transaction(async (stores) => {
      const member = await heldMember(stores, ports, signedIn, { id, leaves: false });
      const removed = await stores.factors.removeAll(member.id);
      const details = { sessions_ended: await stores.consoleSessions.removeAll(member.id) };
      const changes = { before: { factors: removed }, after: { factors: 0 } };
      const act = { action: 'member.factors_removed', subject: member.id, details, changes };
      await recordAct(stores, ports, actorOf(signedIn), act);
    });
  };
}

/** Sets whether members need a second factor; a member without one can then only add one. Throws FORBIDDEN. */
export function requireFactors(ports: CorePorts) {
  return async (signedIn: SignedIn, requiresSecondFactor: boolean): Promise<Organization> => {
    return ports.storage.transaction(async (stores) => {
      await actingMembers(stores, ports, signedIn, 'members');
      const before = await stores.organizations.find(signedIn.organizationId);
      if (!before) throw notFound('organization');
      if (before.requiresSecondFactor === requiresSecondFactor) return before;
      await stores.organizations.requireSecondFactor(before.id, requiresSecondFactor);
      const fields = (isRequired: boolean) => ({ requires_second_factor: isRequired });
      const changes = { before: fields(before.requiresSecondFactor), after: fields(requiresSecondFactor) };
      const act = { action: 'organization.changed', subject: before.id, details: {}, changes };
      await recordAct(stores, ports, actorOf(signedIn), act);
      return { ...before, requiresSecondFactor };
    });
  };
}

async function confirm(ports: CorePorts, signedIn: SignedIn, password: string): Promise<void> {
  assertOwnPassword(signedIn);
  await rightHash(ports, signedIn, password);
}

function assertRoom(known: readonly Factor[]): void {
  if (known.length < factorsMost) return;
  throw conflict('factor_limit_reached', `a member has at most ${factorsMost} second factors: remove one first`);
}

/** 118 bits: as strong as a stored hash has to be that is no password's (ASVS 6.5.2). */
const codeLength = 24;

function drawCodes(ports: CorePorts, memberId: string) {
  const codes = Array.from({ length: recoveryCodesMade }, () =>
    randomText(ports.ids, codeLength).replace(/(.{6})(?=.)/g, '$1-'),
  );
  return { codes, digests: codes.map((code) => codeDigest(ports, memberId, code)) };
}

function pendingPlace({ organizationId, memberId: row }: SignedIn) {
  return { organizationId, environment: 'live', table: 'members', row, column: 'pending_factor' } as const;
}
