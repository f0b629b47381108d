// The second factor at sign-in.
import { secondsAfter } from '../domain/backoff.ts';
import { badRequest } from '../domain/errors.ts';
import { type Factor, type FactorKind, factorAnswerSeconds, type Passkey, plainCode } from '../domain/factor.ts';
import type { JsonObject } from '../domain/json.ts';
import type { Member } from '../domain/organization.ts';
import type { CorePorts } from '../ports/core-ports.ts';
import type { PasskeyOptions } from '../ports/secrets.ts';
import { countedTry } from '../use-cases/access/counted-try.ts';

/** Proves the second factor by a code of an app, a recovery code or the answer of a passkey. */
export interface FactorProof {
  readonly code?: string | undefined;
  readonly credential?: JsonObject | undefined;
}

export interface FactorRequest {
  readonly kinds: readonly FactorKind[];
  /** For the browser, if the member has a passkey. */
  readonly passkeyOptions: PasskeyOptions | null;
}

/** Asks a member whose password was right for the second factor. */
export async function askForFactor(
  { storage, secondFactors, ids, clock }: CorePorts,
  { id }: Member,
  factors: readonly Factor[],
): Promise<FactorRequest> {
  const kinds = [...new Set(factors.map(({ kind }) => kind))];
  const passkeys = passkeysOf(factors);
  if (passkeys.length === 0) return { kinds, passkeyOptions: null };
  const passkeyOptions = await secondFactors.request(ids.randomBytes(32), passkeys);
  const until = secondsAfter(clock.now(), factorAnswerSeconds);
  await storage.factors.putChallenge(id, passkeyOptions.challenge, until);
  return { kinds, passkeyOptions };
}

/**
 * Returns the kind of proof. Throws BAD_REQUEST `code` or `credential`, and RATE_LIMITED after ten wrong ones within 15
 * minutes; calls `onLock` at the tenth.
 */
export async function assertFactor(
  ports: CorePorts,
  member: Member,
  factors: readonly Factor[],
  { proof, onLock }: { readonly proof: FactorProof; readonly onLock: () => Promise<void> },
): Promise<FactorKind | 'recovery_code'> {
  const { code = '', credential } = proof;
  let by: FactorKind | 'recovery_code' | undefined;
  const check = async () => {
    by = credential ? await byPasskey(ports, member, factors, credential) : await byCode(ports, member, factors, code);
    return by !== undefined;
  };
  const { locks } = await countedTry(ports, { purpose: 'second-factor', whose: member.id, check });
  if (locks) await onLock();
  if (!by) throw badRequest(credential ? 'credential' : 'code', 'is wrong, or was used before');
  return by;
}

async function byCode(ports: CorePorts, member: Member, factors: readonly Factor[], given: string) {
  const { storage, vault, secondFactors, clock } = ports;
  const code = plainCode(given);
  if (!/^\d{6}$/.test(code)) {
    const isCode = await storage.factors.takeCode(member.id, codeDigest(ports, member.id, code));
    return isCode ? 'recovery_code' : undefined;
  }
  const at = clock.now();
  for (const { id, sealedSecret, counter } of factors) {
    if (sealedSecret === null) continue;
    const secret = await vault.open(sealedSecret, secretPlace(member, id));
    const step = secondFactors.stepOf(secret, code, at);
    // Steps only go up, so no code is used twice, even after a clock jumped back. A clock that is ahead accepts no code
    // of a person's device, so it cannot store a later step.
    if (step === undefined || step <= counter) continue;
    if (await storage.factors.use(id, { from: counter, counter: step, at })) return 'totp';
  }
  return undefined;
}

async function byPasskey(
  { storage, secondFactors, clock }: CorePorts,
  { id: memberId }: Member,
  factors: readonly Factor[],
  credential: JsonObject,
) {
  const at = clock.now();
  const challenge = await storage.factors.takeChallenge(memberId, at);
  const factor = factors.find(({ passkey }) => passkey !== null && passkey.id === credential['id']);
  if (challenge === undefined || !factor?.passkey) return undefined;
  const { id, passkey, counter: from } = factor;
  const counter = await secondFactors.used(credential, challenge, passkey, from);
  return counter !== undefined && (await storage.factors.use(id, { from, counter, at })) ? 'passkey' : undefined;
}

export function passkeysOf(factors: readonly Factor[]): readonly Passkey[] {
  return factors.flatMap(({ passkey }) => passkey ?? []);
}

export function codeDigest({ digester }: CorePorts, memberId: string, code: string): string {
  return digester.keyed('recovery-code', `${memberId} ${plainCode(code)}`);
}

export function secretPlace({ organizationId }: Pick<Factor, 'organizationId'>, row: Factor['id']) {
  return { organizationId, environment: 'live', table: 'member_factors', row, column: 'secret' } as const;
}
