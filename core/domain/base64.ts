// Base64 (RFC 4648) with padding, by the platform's own functions, which know texts of bytes only.

const bytesAPart = 0x8000;

export function base64Of(bytes: Uint8Array): string {
  let binary = '';
  for (let at = 0; at < bytes.length; at += bytesAPart)
    binary += String.fromCharCode(...bytes.subarray(at, at + bytesAPart));
  return btoa(binary);
}

/** Throws for a text that is not base64. */
export function bytesOfBase64(text: string): Uint8Array {
  return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
}
