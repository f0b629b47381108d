import { type IdForm, idBytesMost, type ResourceType } from '../domain/resource.ts';
import { allFamilies, familyOf } from './all-families.ts';

// The service's id of a provider record holds the provider's own id: a lower-case UUID in the form of a TypeID, any other in
// base 32 of its bytes. No mapping is stored, so ids work under zero retention and survive a reconnect.

const alphabet = '0123456789abcdefghjkmnpqrstvwxyz';
const uuidForm = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const uuidDigits = 26;
const suffixForm = /^[0-9abcdefghjkmnpqrstvwxyz]{2,160}$/;

/** The forms of a provider's ids, by family. A family that is left out does not exist there. */
export interface IdForms {
  readonly families: Readonly<Partial<Record<ResourceType, { readonly idForm: IdForm }>>>;
}

/** `inv_…` of the provider's id. Throws for a text that is no provider's id. */
export function resourceIdOf(type: ResourceType, providerId: string): string {
  return partIdOf(familyOf(type).idPrefix, providerId);
}

/**
 * The provider's id of a record, given the service's id or the provider's own; undefined for an id of another family and
 * for one that the provider cannot have. A text that can be read as an id of the service is one.
 */
export function providerIdOf(type: ResourceType, text: string, forms: IdForms): string | undefined {
  const family = Object.values(allFamilies).find(({ idPrefix }) => text.startsWith(`${idPrefix}_`));
  const named = family && decode(text.slice(family.idPrefix.length + 1));
  if (named === undefined) return ownIdOf(type, text, forms);
  return family?.type === type ? ownIdOf(type, named, forms) : undefined;
}

/** The service's id of a part of a record, such as `att_…` of a file. Throws for a text that is no provider's id. */
export function partIdOf(prefix: string, providerId: string): string {
  const digits = encode(providerId);
  if (digits === undefined) throw new Error('a provider id is not 1-100 bytes of UTF-8 without control characters');
  return `${prefix}_${digits}`;
}

/** The provider's id of such a part, given the service's id or the provider's own; undefined for what can be neither. */
export function providerPartIdOf(prefix: string, text: string): string | undefined {
  const named = text.startsWith(`${prefix}_`) ? decode(text.slice(prefix.length + 1)) : undefined;
  return named ?? (bytesOf(text) ? text : undefined);
}

/** As `providerIdOf`, given the provider's own id. */
export function ownIdOf(type: ResourceType, text: string, { families }: IdForms): string | undefined {
  const form = families[type]?.idForm;
  const id = form === 'uuid' ? text.toLowerCase() : text;
  return form !== undefined && hasForm[form](id) ? id : undefined;
}

const hasForm: Readonly<Record<IdForm, (id: string) => boolean>> = {
  uuid: (id) => uuidForm.test(id),
  digits: (id) => /^[1-9][0-9]{0,14}$/.test(id),
  text: (id) => bytesOf(id) !== undefined,
};

/** Undefined for a text that is no provider's id: a control character would end it early somewhere on its way. */
function bytesOf(text: string): Uint8Array | undefined {
  if (text === '' || text.length > idBytesMost || /[\p{Cc}\p{Cs}]/u.test(text)) return undefined;
  const bytes = new TextEncoder().encode(text);
  return bytes.length > idBytesMost ? undefined : bytes;
}

function encode(id: string): string | undefined {
  if (uuidForm.test(id)) return base32(BigInt(`0x${id.replaceAll('-', '')}`), uuidDigits);
  const bytes = bytesOf(id);
  if (!bytes) return undefined;
  const digits = digitsOf(bytes.length);
  const value = bytes.reduce((sum, byte) => (sum << 8n) | BigInt(byte), 0n);
  return base32(value << BigInt(digits * 5 - bytes.length * 8), digits);
}

/** Sixteen bytes have a digit more than they need, because a UUID has as many as they would. No other length needs 27. */
function digitsOf(bytes: number): number {
  const digits = Math.ceil((bytes * 8) / 5);
  return digits === uuidDigits ? digits + 1 : digits;
}

/** Accepts only what `encode` makes. */
function decode(suffix: string): string | undefined {
  if (!suffixForm.test(suffix)) return undefined;
  const value = [...suffix].reduce((sum, digit) => (sum << 5n) | BigInt(alphabet.indexOf(digit)), 0n);
  const id = suffix.length === uuidDigits ? uuidOf(value) : textOf(value >> BigInt((suffix.length * 5) % 8));
  return id !== undefined && encode(id) === suffix ? id : undefined;
}

function uuidOf(value: bigint): string {
  return value
    .toString(16)
    .padStart(32, '0')
    .replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}

function textOf(value: bigint): string | undefined {
  const bytes: number[] = [];
  for (let rest = value; rest > 0n; rest >>= 8n) bytes.unshift(Number(rest & 255n));
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(Uint8Array.from(bytes));
  } catch {
    return undefined;
  }
}

function base32(value: bigint, digits: number): string {
  const text = value.toString(32).padStart(digits, '0');
  return text.replace(/[i-v]/g, (digit) => alphabet.charAt(Number.parseInt(digit, 32)));
}
