// Connecting by a form: the person enters how to reach the provider, and only what it grants is kept.
import type { ConnectSession } from '../../domain/connect-session.ts';
import { type ErrorCode, ServiceError } from '../../domain/errors.ts';
import type { TryBound } from '../../domain/failed-tries.ts';
import type { CorePorts } from '../../ports/core-ports.ts';
import type { LedgerGrant } from '../../ports/ledger-authorization.ts';
import type { FormConnect, FormField } from '../../ports/provider.ts';
import { countedTry } from '../access/counted-try.ts';
import { providerOf } from '../providers/provider-of.ts';
import { oauthState } from './connect-link.ts';
import { askingOf, type ConnectStep, findByToken, gone, nextStep } from './connect-step.ts';
import { offerChoice } from './tenant-choice.ts';
import { useGrant } from './use-grant.ts';

type Form = Readonly<Record<string, string>>;

/** What the person reads beside a field, or above the form if no field is at fault. */
interface Problem {
  readonly field: string | null;
  readonly message: string;
  readonly why: string;
}

interface Shown {
  readonly token: string;
  readonly entered?: Form;
  readonly problem?: Problem;
}

/** Fewer than the tries after which servers lock a login out. */
const wrongBound: TryBound = { most: 4, windowSeconds: 300 };

/** The person has entered how to reach the provider. What is wrong is told beside the form, whose secrets are empty again. */
export function submitConnectForm(ports: CorePorts) {
  return ({ token, form }: { readonly token: string; readonly form: Form }): Promise<ConnectStep> =>
    nextStep(ports, findByToken(ports, token), async (session) => {
      const { connect } = providerOf(ports, session);
      const state = oauthState(ports, token);
      if (session.state === 'choosing') return offerChoice(ports, session, state);
      if (connect.kind !== 'form') return gone.unknown;
      const entered = Object.fromEntries(connect.fields.map(({ name }) => [name, form[name] ?? '']));
      const opened = await open(ports, connect, entered);
      if ('message' in opened) return showForm(ports, session, { token, entered, problem: opened });
      const again = `${ports.settings.baseUrl}/connect/${token}`;
      return useGrant(ports, session, { grant: opened, state, isOpener: true, again });
    });
}

export async function showForm(
  ports: CorePorts,
  session: ConnectSession,
  { token, entered = {}, problem }: Shown,
): Promise<ConnectStep> {
  const { connect } = providerOf(ports, session);
  if (connect.kind !== 'form') return gone.unknown;
  return {
    ...askingOf(ports, session),
    kind: 'form',
    fields: connect.fields.map((field) => ({
      ...field,
      value: field.kind === 'secret' ? '' : (entered[field.name] ?? ''),
      problem: problem?.field === field.name ? problem.message : null,
    })),
    problem: problem && problem.field === null ? problem.message : null,
    why: problem?.why ?? null,
    token,
  };
}

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
async function open(ports: CorePorts, connect: FormConnect, form: Form): Promise<LedgerGrant | Problem> {
  const shown = connect.fields.filter(({ kind }) => kind !== 'secret');
  const entered = ({ name, kind }: FormField) => {
    const text = form[name]?.trim().toLowerCase() ?? '';
    return kind === 'address' && URL.canParse(text) ? new URL(text).host : text;
  };
  const whose = shown.map(entered).join(' ');
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
    await countedTry(ports, { purpose: 'connect-form', whose, bound: wrongBound, check });
  } catch (error) {
    if (!(error instanceof ServiceError) || !told.has(error.code)) throw error;
    refusal = error;
  }
  return grant ?? problemOf(refusal);
}

function problemOf(refusal: ServiceError | undefined): Problem {
  const [first] = refusal?.details.errors ?? [];
  const why = refusal?.details.reason ?? refusal?.code.toLowerCase() ?? 'provider_unavailable';
  if (first) return { field: first.path, message: first.message, why };
  if (refusal?.code === 'RATE_LIMITED') {
    const minutes = Math.ceil((refusal.details.retryAfterSeconds ?? 0) / 60);
    return { field: null, message: `too many wrong tries; try again in ${minutes} min`, why: 'rate_limited' };
  }
  return { field: null, message: refusal?.message ?? 'the provider did not answer', why };
}
