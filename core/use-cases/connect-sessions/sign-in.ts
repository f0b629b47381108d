// Signs in at a provider without a consent page, with what the person entered; only what it grants is kept.
import { type ErrorCode, ServiceError } from '../../domain/errors.ts';
import type { TryBound } from '../../domain/failed-tries.ts';
import type { CorePorts } from '../../ports/core-ports.ts';
import type { LedgerGrant } from '../../ports/ledger-authorization.ts';
import type { FormConnect, FormField } from '../../ports/provider.ts';
import { countedTry } from '../access/counted-try.ts';
import type { FormProblem } from './outcome.ts';

export type Entered = Readonly<Record<string, string>>;

/** Fewer than the tries after which servers lock a login out. */
const wrongBound: TryBound = { most: 4, windowSeconds: 300 };

/** These are told beside the form; all others end the try. */
const told: ReadonlySet<ErrorCode> = new Set([
  'BAD_REQUEST',
  'RATE_LIMITED',
  'PROVIDER_ERROR',
  'PROVIDER_UNAVAILABLE',
  'PROVIDER_TIMEOUT',
]);

/**
 * Counts wrong passwords by all that is entered beside the secret, so that nobody locks the customer's login out here; an
 * address counts by its host, however it is spelled.
 */
export async function signIn(
  ports: CorePorts,
  connect: FormConnect,
  form: Entered,
): Promise<LedgerGrant | { readonly problem: FormProblem }> {
  let grant: LedgerGrant | undefined;
  let refusal: ServiceError | undefined;
  const check = async () => {
    grant = await connect.open(form).catch((error: unknown) => {
      if (!(error instanceof ServiceError) || error.details.reason !== 'wrong_password') throw error;
      refusal = error;
      return undefined;
    });
    return grant !== undefined;
  };
  try {
    await countedTry(ports, {
      purpose: 'connect-form',
      whose: whoseTry(connect.fields, form),
      bound: wrongBound,
      check,
    });
  } catch (error) {
    if (!(error instanceof ServiceError) || !told.has(error.code)) throw error;
    refusal = error;
  }
  return grant ?? { problem: problemOf(refusal) };
}

function whoseTry(fields: readonly FormField[], form: Entered): string {
  const entered = ({ name, kind }: FormField) => {
    const text = form[name]?.trim().toLowerCase() ?? '';
    return kind === 'address' && URL.canParse(text) ? new URL(text).host : text;
  };
  return fields
    .filter(({ kind }) => kind !== 'secret')
    .map(entered)
    .join(' ');
}

function problemOf(refusal: ServiceError | undefined): FormProblem {
  const [first] = refusal?.details.errors ?? [];
  const why = refusal?.details.reason ?? refusal?.code.toLowerCase() ?? 'provider_unavailable';
  if (first) return { field: first.path, why, message: first.message, minutes: null };
  if (refusal?.code === 'RATE_LIMITED') {
    const minutes = Math.ceil((refusal.details.retryAfterSeconds ?? 0) / 60);
    return { field: null, why: 'rate_limited', message: null, minutes };
  }
  return { field: null, why, message: refusal?.message ?? null, minutes: null };
}
