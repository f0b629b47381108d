import { type ResourceType, resourceTypes } from '../domain/resource.ts';
import { familyOf } from './all-families.ts';

// The service's id of a provider record is the provider's own id in TypeID dress: no mapping is stored, so it
// works under zero retention and survives a reconnect.

const alphabet = '0123456789abcdefghjkmnpqrstvwxyz';
const uuidForm = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const suffixForm = /^[0-7][0-9abcdefghjkmnpqrstvwxyz]{25}$/;
const textIdBytes = 50;

/** `inv_…` of a provider's UUID; `tax_…` of a tax type, which has no UUID. */
export function resourceIdOf(type: ResourceType, providerId: string): string {
  const { idPrefix, idForm } = familyOf(type);
  return `${idPrefix}_${idForm === 'text' ? encodeText(providerId) : encodeUuid(providerId.toLowerCase())}`;
}

/** Whether `text` has the form of the provider's own id (tax rates apart). */
export function isProviderUuid(text: string): boolean {
  return uuidForm.test(text.toLowerCase());
}

/** How a caller may name a record: the service's id, the provider's own, another type's id, or nonsense. */
export type ResourceReference =
  | { readonly kind: 'this_type'; readonly providerId: string }
  | { readonly kind: 'other_type' }
  | { readonly kind: 'malformed' };

export function parseResourceId(type: ResourceType, text: string): ResourceReference {
  const separator = text.lastIndexOf('_');
  const prefix = separator < 0 ? '' : text.slice(0, separator);
  const suffix = text.slice(separator + 1);
  const { idPrefix, idForm } = familyOf(type);
  if (idForm === 'text') return parseTextId(idPrefix, { prefix, suffix }, text);
  if (uuidForm.test(text.toLowerCase())) return { kind: 'this_type', providerId: text.toLowerCase() };
  if (prefix === '' || !(textPrefixes.has(prefix) || suffixForm.test(suffix))) return { kind: 'malformed' };
  if (prefix !== idPrefix) return { kind: 'other_type' };
  return { kind: 'this_type', providerId: decodeUuid(suffix) };
}

/** Of families whose suffixes may have any length. */
const textPrefixes: ReadonlySet<string> = new Set(
  resourceTypes.map(familyOf).flatMap(({ idForm, idPrefix }) => (idForm === 'text' ? [idPrefix] : [])),
);

function parseTextId(
  idPrefix: string,
  { prefix, suffix }: { prefix: string; suffix: string },
  text: string,
): ResourceReference {
  if (prefix === idPrefix) {
    const decoded = decodeText(suffix);
    return decoded === undefined ? { kind: 'malformed' } : { kind: 'this_type', providerId: decoded };
  }
  if (prefix !== '' && suffixForm.test(suffix)) return { kind: 'other_type' };
  return /^[A-Za-z0-9]{1,50}$/.test(text) ? { kind: 'this_type', providerId: text } : { kind: 'malformed' };
}

function encodeUuid(uuid: string): string {
  if (!uuidForm.test(uuid)) throw new Error('a provider id is not a UUID');
  let rest = BigInt(`0x${uuid.replaceAll('-', '')}`);
  let encoded = '';
  for (let i = 0; i < 26; i++) {
    encoded = alphabet[Number(rest & 31n)] + encoded;
    rest >>= 5n;
  }
  return encoded;
}

function decodeUuid(suffix: string): string {
  let value = 0n;
  for (const letter of suffix) value = (value << 5n) | BigInt(alphabet.indexOf(letter));
  const hex = value.toString(16).padStart(32, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

/** Base32 of ASCII bytes, most significant bit first, the last group padded with zero bits. */
function encodeText(text: string): string {
  if (!/^[\x21-\x7e]{1,50}$/.test(text)) throw new Error('a provider id is not 1-50 printable ASCII characters');
  let bits = 0;
  let held = 0;
  let encoded = '';
  for (let i = 0; i < text.length; i++) {
    held = (held << 8) | text.charCodeAt(i);
    bits += 8;
    while (bits >= 5) {
      bits -= 5;
      encoded += alphabet[(held >>> bits) & 31];
    }
    held &= (1 << bits) - 1;
  }
  return bits > 0 ? encoded + alphabet[(held << (5 - bits)) & 31] : encoded;
}

function decodeText(encoded: string): string | undefined {
  if (!/^[0-9abcdefghjkmnpqrstvwxyz]+$/.test(encoded) || encoded.length > Math.ceil((textIdBytes * 8) / 5))
    return undefined;
  let bits = 0;
  let held = 0;
  let text = '';
  for (const letter of encoded) {
    held = (held << 5) | alphabet.indexOf(letter);
    bits += 5;
    if (bits >= 8) {
      bits -= 8;
      text += String.fromCharCode((held >>> bits) & 255);
    }
    held &= (1 << bits) - 1;
  }
  return /^[\x21-\x7e]{1,50}$/.test(text) && encodeText(text) === encoded ? text : undefined;
}
