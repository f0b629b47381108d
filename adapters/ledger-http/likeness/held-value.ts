import { Decimal } from 'decimal.js';
import { isJsonObject, type Json, type JsonObject } from '#core/ports';
import { isWireDate, wireDate } from '../wire/wire-date.ts';

/** Provider: null counts as absent, and in a new document "" and empty lists have nothing to clear. */
export function saysNothing(sent: Json): boolean {
  if (sent === null || sent === '') return true;
  return typeof sent === 'object' && Object.values(sent).length === 0;
}

/** Whether the provider holds the value that was sent under this key, in whatever form it shows it. */
export function holdsValue(key: string, sent: Json, held: Json | undefined): boolean {
  if (saysNothing(sent)) return true;
  // Zero and false are shown or left out.
  if (held === undefined || held === null) return sent === 0 || sent === false;
  if (Array.isArray(sent)) return Array.isArray(held) && holdsList(key, sent, held);
  if (isJsonObject(sent)) return isJsonObject(held) && holdsParts(sent, held);
  return holdsScalar(key, sent as string | number | boolean, held);
}

function holdsList(key: string, sent: readonly Json[], held: readonly Json[]): boolean {
  return sent.length === held.length && sent.every((item, index) => holdsValue(key, item, held[index]));
}

export function holdsParts(sent: JsonObject, held: JsonObject): boolean {
  return Object.entries(sent).every(([key, value]) => holdsValue(key, value, held[key]));
}

const cents = 2;
/** Provider: what it stores more precisely than to the cent (unit amounts, because every read and write asks for it). */
const places: Readonly<Record<string, number>> = { UnitAmount: 4, Quantity: 4, CurrencyRate: 6 };

function holdsScalar(key: string, sent: string | number | boolean, held: Json): boolean {
  if (typeof held === 'number' && typeof sent !== 'boolean') {
    return Number.isFinite(Number(sent)) && isRoundingOf(held, Number(sent), places[key] ?? cents);
  }
  if (typeof held === 'boolean') return String(sent).toLowerCase() === String(held);
  return typeof held === 'string' && holdsText(key, String(sent), held);
}

/** Ids and words of a fixed vocabulary are taken in any case and shown in one. */
const anyCase = /(ID|Type|Types|Status|Currency|CurrencyCode)$/;

function holdsText(key: string, sent: string, held: string): boolean {
  if (isWireDate(held)) return wireDate(held) === dayOf(sent);
  const [given, shown] = [plain(sent), plain(held)];
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

/** Whether `held` is the number that was sent, exactly or rounded to so many decimal places, halves in either direction. */
export function isRoundingOf(held: number, sent: number, places: number): boolean {
  const [shown, given] = [new Decimal(held), new Decimal(sent)];
  if (shown.equals(given)) return true;
  const half = new Decimal(10).pow(-places).times('0.5');
  return shown.decimalPlaces() <= places && shown.minus(given).abs().lessThanOrEqualTo(half);
}
