// What happens to a connect link: the state it is in, what people and the world do to it, and what follows.
import type { ConnectSession } from './connect-session.ts';

/**
 * open: it may be used · choosing: authorized, an organization must be picked · connected, cancelled (by the customer),
 * withdrawn (by who made it), failed: it has ended so · expired: its time is over and it was not used.
 */
export const linkStates = ['open', 'choosing', 'connected', 'cancelled', 'withdrawn', 'failed', 'expired'] as const;
export type LinkState = (typeof linkStates)[number];

/** The error of a link that who made it has ended. */
export const withdrawnError = 'withdrawn';

/**
 * opened: the link's page · consented, denied, erred: the provider sends the person back with a code, with a no, with an
 * error · formSent · chosen: one of the organizations that wait · confirmed: yes, in another browser than the one that
 * opened the link · refused: no, on a page · overtaken: another request was quicker, be it a twin or another act ·
 * withdrawn: who made the link ends it · lapsed: its time is over and its choice is tidied up.
 */
export const linkEvents = [
  'opened',
  'consented',
  'denied',
  'erred',
  'formSent',
  'chosen',
  'confirmed',
  'refused',
  'overtaken',
  'withdrawn',
  'lapsed',
] as const;
export type LinkEvent = (typeof linkEvents)[number];

/**
 * ask: for the consent, or by the form · exchange: spend the code · signIn: with what was entered · offer: the
 * organizations that wait · claim: the chosen one · claimCarried: the one of the consent that the page carried · wait: for
 * the twin · fail: tell an error, and stay open · cancel, withdraw: end without a connection · retell: as it ended · used,
 * expired, unknown: the link does not work so · keep: change nothing · refuse: CONFLICT `connect_session_used`.
 */
export type LinkMove =
  | 'ask'
  | 'exchange'
  | 'signIn'
  | 'offer'
  | 'claim'
  | 'claimCarried'
  | 'wait'
  | 'fail'
  | 'cancel'
  | 'retell'
  | 'used'
  | 'expired'
  | 'unknown';

/** One row of the table: what follows from each event. */
type Row = Readonly<Record<Exclude<LinkEvent, 'withdrawn' | 'lapsed'>, LinkMove>> & {
  readonly withdrawn: 'withdraw' | 'keep' | 'refuse';
  readonly lapsed: 'cancel' | 'keep';
};

/** A link that has ended tells every later request how; only opened anew it is used up. */
const ended = {
  opened: 'used',
  consented: 'retell',
  denied: 'retell',
  erred: 'retell',
  formSent: 'retell',
  chosen: 'retell',
  confirmed: 'retell',
  refused: 'retell',
  overtaken: 'retell',
  withdrawn: 'keep',
  lapsed: 'keep',
} as const satisfies Row;

const moves: Readonly<Record<LinkState, Row>> = {
  open: {
    opened: 'ask',
    consented: 'exchange',
    denied: 'cancel',
    erred: 'fail',
    formSent: 'signIn',
    chosen: 'unknown',
    confirmed: 'claimCarried',
    refused: 'cancel',
    overtaken: 'wait',
    withdrawn: 'withdraw',
    lapsed: 'keep',
  },
  choosing: {
    opened: 'offer',
    // A callback or a form that comes again: what it brought is spent, and the choice is still open.
    consented: 'offer',
    denied: 'offer',
    erred: 'offer',
    formSent: 'offer',
    chosen: 'claim',
    confirmed: 'used',
    refused: 'cancel',
    overtaken: 'offer',
    withdrawn: 'withdraw',
    lapsed: 'keep',
  },
  connected: { ...ended, withdrawn: 'refuse' },
  cancelled: ended,
  withdrawn: { ...ended, opened: 'retell' },
  failed: ended,
  expired: {
    opened: 'expired',
    consented: 'expired',
    denied: 'expired',
    erred: 'expired',
    formSent: 'expired',
    chosen: 'expired',
    confirmed: 'expired',
    refused: 'expired',
    overtaken: 'expired',
    withdrawn: 'keep',
    lapsed: 'cancel',
  },
};

export function moveOf<E extends LinkEvent>(state: LinkState, event: E): Row[E] {
  return moves[state][event];
}

export function linkStateOf(
  { state, result, expiresAt }: Pick<ConnectSession, 'state' | 'result' | 'expiresAt'>,
  now: Date,
): LinkState {
  if (state !== 'done') return now >= expiresAt ? 'expired' : state;
  if (result?.status !== 'failed') return result?.status ?? 'failed';
  return result.error === withdrawnError ? 'withdrawn' : 'failed';
}

/** What the person authorized, and may have. */
export interface Granted {
  /** Authorized, and allowed by the link. */
  readonly fitting: number;
  /** Those of them that no other customer has. */
  readonly free: number;
  /** The link reconnects one connection, whose organization alone fits. */
  readonly isReconnect: boolean;
  /** False in another browser than the one that opened the link. */
  readonly isOpener: boolean;
}

/**
 * wrong: another organization than the connection's · none: no organization · confirm: ask first · hold: let choose · claim:
 * the only one · taken: none is free.
 */
export type GrantMove = 'wrong' | 'none' | 'confirm' | 'hold' | 'claim' | 'taken';

export function moveOfGrant({ fitting, free, isReconnect, isOpener }: Granted): GrantMove {
  if (fitting === 0) return isReconnect ? 'wrong' : 'none';
  if (free === 0) return 'taken';
  if (!isOpener) return 'confirm';
  return fitting === 1 ? 'claim' : 'hold';
}
