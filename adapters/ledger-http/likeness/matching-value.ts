import { Decimal } from 'decimal.js';
import { isJsonObject, type Json, type JsonObject } from '#core/ports';
import { isWireDate, wireDate } from '../wire/wire-date.ts';

/** Provider: null counts as absent, and in a new document "" and empty lists have nothing to clear. */
export function saysNothing(sent: Json): boolean {
  if (sent === null || sent === '') return true;
  return typeof sent === 'object' && Object.values(sent).length === 0;
}

/** Whether the provider holds the value that was sent under this key, in whatever form it shows it. */
export function matchesValue(key: string, sent: Json, stored: Json | undefined): boolean {
  if (saysNothing(sent)) return true;
  // Zero and false are shown or left out.
  if (stored === undefined || stored === null) return sent === 0 || sent === false;
  if (Array.isArray(sent)) return Array.isArray(stored) && matchesList(key, sent, stored);
  if (isJsonObject(sent)) return isJsonObject(stored) && matchesParts(sent, stored);
  return matchesScalar(key, sent as string | number | boolean, stored);
}

function matchesList(key: string, sent: readonly Json[], stored: readonly Json[]): boolean {
  return sent.length === stored.length && sent.every((item, index) => matchesValue(key, item, stored[index]));
}

export function matchesParts(sent: JsonObject, stored: JsonObject): boolean {
  return Object.entries(sent).every(([key, value]) => matchesValue(key, value, stored[key]));
}

const cents = 2;
/** Provider: what it stores more precisely than to the cent (unit amounts, because every read and write asks for it). */
const places: Readonly<Record<string, number>> = { UnitAmount: 4, Quantity: 4, CurrencyRate: 6 };

function matchesScalar(key: string, sent: string | number | boolean, stored: Json): boolean {
  if (typeof stored === 'number' && typeof sent !== 'boolean') {
    return Number.isFinite(Number(sent)) && isRoundingOf(stored, Number(sent), places[key] ?? cents);
  }
  if (typeof stored === 'boolean') return String(sent).toLowerCase() === String(stored);
  return typeof stored === 'string' && matchesText(key, String(sent), stored);
}

/** Ids and words of a fixed vocabulary are taken in any case and shown in one. */
const anyCase = /(ID|Type|Types|Status|Currency|CurrencyCode)$/;

function matchesText(key: string, sent: string, stored: string): boolean {
  if (isWireDate(stored)) return wireDate(stored) === dayOf(sent);
  const [given, shown] = [plain(sent), plain(stored)];
  return given === shown || (anyCase.test(key) && given.toLowerCase() === shown.toLowerCase());
}

function dayOf(sent: string): string | null {
  const day = /^\d{4}-\d\d-\d\d/.exec(sent)?.[0];
  return day ?? wireDate(sent);
}

/** Blank ends and the form of line breaks do not survive every way to the provider and back. */
function plain(text: string): string {
  return text.replaceAll(/\r\n?/g, '\n').trim();
}

/** Whether `stored` is the number that was sent, exactly or rounded to so many decimal places, halves in either direction. */
export function isRoundingOf(stored: number, sent: number, places: number): boolean {
  const [shown, given] = [new Decimal(stored), new Decimal(sent)];
  if (shown.equals(given)) return true;
  const half = new Decimal(10).pow(-places).times('0.5');
  return shown.decimalPlaces() <= places && shown.minus(given).abs().lessThanOrEqualTo(half);
}
