import { Secret, TOTP } from 'otpauth';
import type { SecondFactors } from '#core/ports';

/** Loaded when the first passkey is used: it takes 40 packages. */
const webAuthn = () => import('@simplewebauthn/server');
type WebAuthn = Awaited<ReturnType<typeof webAuthn>>;
type Registration = Parameters<WebAuthn['verifyRegistrationResponse']>[0]['response'];
type Authentication = Parameters<WebAuthn['verifyAuthenticationResponse']>[0];

const issuer = 'Ledgerport';
const secretBytes = 20;
/** EdDSA, ES256, RS256 (COSE). */
const algorithms = [-8, -7, -257];

/** RFC 6238 with what every app takes (SHA-1, six digits, 30 s), and WebAuthn for the pages of `origins` on `host`. */
export function createSecondFactors({ host, origins }: { host: string; origins: readonly string[] }): SecondFactors {
  const expected = { expectedRPID: host, expectedOrigin: [...origins], requireUserVerification: false };
  return {
    newSecret(account) {
      const totp = new TOTP({ issuer, label: account, secret: new Secret({ size: secretBytes }) });
      return { secret: totp.secret.base32, uri: totp.toString() };
    },
    stepOf(secret, code, now) {
      // The library rejects other texts of six characters by a RangeError.
      if (!/^\d{6}$/.test(code)) return undefined;
      const timestamp = now.getTime();
      const delta = new TOTP({ secret }).validate({ token: code, window: 1, timestamp });
      return delta === null ? undefined : TOTP.counter({ timestamp }) + delta;
    },
    async creation(challenge, account, known) {
      const { generateRegistrationOptions } = await webAuthn();
      return generateRegistrationOptions({
        rpName: issuer,
        rpID: host,
        userName: account,
        challenge: Uint8Array.from(challenge),
        supportedAlgorithmIDs: algorithms,
        excludeCredentials: known.map(({ id, transports }) => ({ id, transports: [...transports] })),
        authenticatorSelection: { residentKey: 'discouraged', userVerification: 'preferred' },
      });
    },
    async request(challenge, known) {
      const { generateAuthenticationOptions } = await webAuthn();
      return generateAuthenticationOptions({
        rpID: host,
        challenge: Uint8Array.from(challenge),
        allowCredentials: known.map(({ id, transports }) => ({ id, transports: [...transports] })),
        userVerification: 'preferred',
      });
    },
    async made(answer, challenge) {
      const { verifyRegistrationResponse } = await webAuthn();
      const response = answer as unknown as Registration;
      const asked = { response, expectedChallenge: challenge, supportedAlgorithmIDs: algorithms, ...expected };
      const { verified, registrationInfo } = await verifyRegistrationResponse(asked).catch(() => unproven);
      if (!verified || !registrationInfo) return undefined;
      const { id, publicKey, counter, transports = [] } = registrationInfo.credential;
      const known = transports.filter((one) => typeof one === 'string').slice(0, transportsMost);
      return { passkey: { id, publicKey: Buffer.from(publicKey).toString('base64url'), transports: known }, counter };
    },
    async used(answer, challenge, { id, publicKey }, counter) {
      const { verifyAuthenticationResponse } = await webAuthn();
      const credential = { id, publicKey: Uint8Array.from(Buffer.from(publicKey, 'base64url')), counter };
      const response = answer as unknown as Authentication['response'];
      const asked = { response, credential, expectedChallenge: challenge, ...expected };
      const { verified, authenticationInfo } = await verifyAuthenticationResponse(asked).catch(() => unproven);
      return verified ? authenticationInfo?.newCounter : undefined;
    },
  };
}

const transportsMost = 10;
/** The library throws if an answer is malformed, names another challenge, origin or host, or repeats a counter. */
const unproven = { verified: false, registrationInfo: undefined, authenticationInfo: undefined };
