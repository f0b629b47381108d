import { isObject, type Json, type JsonObject } from '../http/json.ts';
import { onlyFields, wrongField } from './control-fields.ts';
import { doubtfulNames } from './doubtful.ts';
import { batchAnswers, noQuirks, providerLimits, type Quirks, type RateLimits } from './quirks.ts';

const isFlag = (value: Json | undefined): boolean => typeof value === 'boolean';
const isCount = (value: Json | undefined): boolean =>
  typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= 1_000_000_000;

/** Checks a quirk's value; the compiler requires an entry for every quirk. */
const fits: Record<keyof Quirks, (value: Json | undefined) => boolean> = {
  kinder: (value) => Array.isArray(value) && value.every((name) => doubtfulNames.some((known) => known === name)),
  inclusive_quotes_net: isFlag,
  irreconcilable_quotes: isFlag,
  quote_number_filter: (value) => value === 'exact' || value === 'prefix' || value === 'substring',
  batch_answers: (value) => batchAnswers.some((known) => known === value),
  suppress_notifications: isFlag,
  lose_refresh_response: (value) => isFlag(value) || isCount(value),
  identity_unavailable: isFlag,
  hide_practice_tenant: isFlag,
  offline_tenants: (value) => Array.isArray(value) && value.every((id) => typeof id === 'string'),
  latency_ms: (value) => isCount(value) && Number(value) <= 60_000,
  limits: isObject,
};

const limitNames = ['minute', 'day', 'concurrent', 'app_minute'];

function readLimits(sent: JsonObject, before: RateLimits): RateLimits {
  onlyFields(sent, limitNames, 'limits.');
  for (const [name, value] of Object.entries(sent)) {
    if (value !== null && !isCount(value)) wrongField(`limits.${name}`, 'must be a whole number or null');
  }
  return { ...before, ...(sent as Partial<Record<keyof RateLimits, number | null>>) };
}

export function createQuirkSwitch(limits: Partial<RateLimits>) {
  const initial: Quirks = { ...noQuirks, limits: { ...providerLimits, ...limits } };
  let quirks = initial;
  return {
    current: (): Quirks => quirks,
    /** Changes the named quirks and leaves the others. */
    set(sent: JsonObject): Quirks {
      onlyFields(sent, Object.keys(fits));
      for (const [name, value] of Object.entries(sent)) {
        if (!fits[name as keyof Quirks](value)) wrongField(name, 'has a value that does not fit');
      }
      const { limits: sentLimits, ...rest } = sent;
      const next = isObject(sentLimits) ? readLimits(sentLimits, quirks.limits) : quirks.limits;
      quirks = { ...quirks, ...(rest as Partial<Quirks>), limits: next };
      return quirks;
    },
    /** True if this refresh's answer shall be lost; decrements a count. */
    takeLostRefresh(): boolean {
      const left = quirks.lose_refresh_response;
      if (typeof left === 'boolean') return left;
      quirks = { ...quirks, lose_refresh_response: left > 1 ? left - 1 : false };
      return left > 0;
    },
    reset(): void {
      quirks = initial;
    },
  };
}

export type QuirkSwitch = ReturnType<typeof createQuirkSwitch>;
