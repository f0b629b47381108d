const secretNames =
  /authorization|cookie|secret|token|password|passphrase|pepper|api[-_]?key|private[-_]?key|signature|verifier/i;
/** API keys, signing secrets, bearer and basic credentials, JWTs. */
const secretText =
  /\b(acct_(?:test|live)_)[0-9A-Za-z]{16,}|\b(whsec_)[A-Za-z0-9+/=]{16,}|\b((?:bearer|basic) )[A-Za-z0-9._~+/=-]{8,}|\b(eyJ)[A-Za-z0-9_-]{8,}\.[A-Za-z0-9._-]+/gi;

export const secretMask = '[redacted]';

/** True if a field of this name may hold a secret. */
export function isSecretName(name: string): boolean {
  return secretNames.test(name);
}

/** Masks secrets and leaves the prefix that tells their kind. */
export function withoutSecrets(text: string): string {
  return text.replace(secretText, `$1$2$3$4${secretMask}`);
}
