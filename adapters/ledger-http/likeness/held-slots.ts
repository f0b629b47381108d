import { isJsonObject, type Json, type JsonObject } from '#core';
import { holdsParts, saysNothing } from './held-value.ts';

const typeKeys = { Phones: 'PhoneType', Addresses: 'AddressType' } as const;

export function isSlotList(key: string): key is keyof typeof typeKeys {
  return Object.hasOwn(typeKeys, key);
}

/** Provider: a contact has a slot for each type, blank or not; only what was put into one was sent. */
export function holdsSlots(key: keyof typeof typeKeys, sent: Json, held: Json | undefined): boolean {
  const typeKey = typeKeys[key];
  const slots = Array.isArray(held) ? held.filter(isJsonObject) : [];
  return listOf(sent).every((slot) => {
    const { [typeKey]: type, ...parts } = slot;
    if (Object.values(parts).every(saysNothing)) return true;
    return slots.some((other) => isSameType(type, other[typeKey]) && holdsParts(parts, other));
  });
}

function listOf(sent: Json): readonly JsonObject[] {
  return Array.isArray(sent) ? sent.filter(isJsonObject) : [];
}

function isSameType(sent: Json | undefined, held: Json | undefined): boolean {
  return sent === undefined || String(sent).toUpperCase() === String(held).toUpperCase();
}
