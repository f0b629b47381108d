// The second factor of a member: one-time passwords and passkeys, and recovery codes for the day when both are lost.
import type { FactorId, MemberId, OrganizationId } from './ids.ts';

export const factorKinds = ['totp', 'passkey'] as const;
export type FactorKind = (typeof factorKinds)[number];

/** The id by which a browser knows a passkey, and its public key (COSE, base64url). */
export interface Passkey {
  readonly id: string;
  readonly publicKey: string;
  readonly transports: readonly string[];
}

export interface Factor {
  readonly id: FactorId;
  readonly organizationId: OrganizationId;
  readonly memberId: MemberId;
  readonly kind: FactorKind;
  readonly name: string;
  /** For `totp`. */
  readonly sealedSecret: string | null;
  readonly passkey: Passkey | null;
  /** `totp`: the time step whose code was used last; `passkey`: the authenticator's own counter, 0 where it has none. */
  readonly counter: number;
  readonly createdAt: Date;
  readonly lastUsedAt: Date | null;
}

export const factorsMost = 10;
export const recoveryCodesMade = 10;
/** The time that a person has to add a factor or to answer with a passkey. */
export const factorAnswerSeconds = 600;

/** Recovery codes are compared without case, spaces and hyphens. */
export function plainCode(code: string): string {
  return code.toLowerCase().replace(/[\s-]/g, '');
}
