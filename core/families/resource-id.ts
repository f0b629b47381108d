import type { ResourceType } from '../domain/resource.ts';
import { familyOf } from './all-families.ts';

// The service's id of a provider record is the provider's own id in the form of a TypeID. No mapping is stored, so ids work
// under zero retention and survive a reconnect.

const alphabet = '0123456789abcdefghjkmnpqrstvwxyz';
const uuidForm = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const uuidSuffixForm = /^[0-7][0-9abcdefghjkmnpqrstvwxyz]{25}$/;
const textForm = /^[\x21-\x7e]{1,50}$/;
const textSuffixForm = /^[0-9abcdefghjkmnpqrstvwxyz]{2,80}$/;

/** `inv_…` of a provider's UUID; `tax_…` of a tax type, which has no UUID. */
export function resourceIdOf(type: ResourceType, providerId: string): string {
  const { idPrefix, idForm } = familyOf(type);
  return `${idPrefix}_${idForm === 'text' ? encodeText(providerId) : encodeUuid(providerId.toLowerCase())}`;
}

/** True if `text` has the form of the provider's ids (except of tax rates). */
export function isProviderUuid(text: string): boolean {
  return uuidForm.test(text.toLowerCase());
}

/** The provider's id of a record, given the service's id or the provider's own; undefined for anything else. */
export function providerIdOf(type: ResourceType, text: string): string | undefined {
  const { idPrefix, idForm } = familyOf(type);
  const suffix = text.startsWith(`${idPrefix}_`) ? text.slice(idPrefix.length + 1) : undefined;
  if (idForm === 'text') {
    if (suffix !== undefined) return decodeText(suffix);
    return /^[A-Za-z0-9]{1,50}$/.test(text) ? text : undefined;
  }
  if (suffix !== undefined) return uuidSuffixForm.test(suffix) ? decodeUuid(suffix) : undefined;
  return isProviderUuid(text) ? text.toLowerCase() : undefined;
}

function encodeUuid(uuid: string): string {
  if (!uuidForm.test(uuid)) throw new Error('a provider id is not a UUID');
  return base32(BigInt(`0x${uuid.replaceAll('-', '')}`), 26);
}

function decodeUuid(suffix: string): string {
  const hex = fromBase32(suffix).toString(16).padStart(32, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

/** Encodes ASCII bytes in base 32, most significant bit first, the last digit padded with zero bits. */
function encodeText(text: string): string {
  if (!textForm.test(text)) throw new Error('a provider id is not 1-50 printable ASCII characters');
  const digits = Math.ceil((text.length * 8) / 5);
  let value = 0n;
  for (const letter of text) value = (value << 8n) | BigInt(letter.charCodeAt(0));
  return base32(value << BigInt(digits * 5 - text.length * 8), digits);
}

function decodeText(suffix: string): string | undefined {
  if (!textSuffixForm.test(suffix)) return undefined;
  const bits = suffix.length * 5;
  let text = '';
  for (let value = fromBase32(suffix) >> BigInt(bits % 8); value > 0n; value >>= 8n) {
    text = String.fromCharCode(Number(value & 255n)) + text;
  }
  return textForm.test(text) && encodeText(text) === suffix ? text : undefined;
}

function base32(value: bigint, digits: number): string {
  const text = value.toString(32).padStart(digits, '0').slice(-digits);
  return text.replace(/[i-v]/g, (digit) => alphabet.charAt(Number.parseInt(digit, 32)));
}

function fromBase32(text: string): bigint {
  return [...text].reduce((value, letter) => (value << 5n) | BigInt(alphabet.indexOf(letter)), 0n);
}
