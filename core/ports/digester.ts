/** Digests text. Pure and fast. Proven by contract-tests/digester.contract.ts. */
export interface Digester {
  /** Lower-case hex HMAC-SHA256 under the deployment's pepper; equal text under another purpose has another digest. */
  keyed(purpose: string, text: string): string;
  /** Lower-case hex SHA-256 of UTF-8 text. */
  sha256(text: string): string;
  /** URL-safe base64, without padding, of the SHA-256 of ASCII text (PKCE S256). */
  codeChallenge(verifier: string): string;
}
