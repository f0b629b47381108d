// The table of a connect link: which move follows from each event in each state.
import type { ConnectSession } from './connect-session.ts';

/**
 * The states. open: the link may be used · choosing: the customer has authorized, and must pick an organization · connected ·
 * cancelled: by the customer · withdrawn: by its maker · failed · expired: its time is over and it was not used.
 */
export const linkStates = ['open', 'choosing', 'connected', 'cancelled', 'withdrawn', 'failed', 'expired'] as const;
export type LinkState = (typeof linkStates)[number];

/** The error of a link that its maker has withdrawn. */
export const withdrawnError = 'withdrawn';

/**
 * The events. opened: the link's page was requested · consented, denied, erred: the provider sends the person back with a
 * code, a refusal, an error · formSent: the form was sent · chosen: an organization was picked · confirmed: the person answered
 * Yes in another browser than the one that opened the link · refused: the person answered No on a page · overtaken: another
 * request, the same or a different one, was quicker · withdrawn: the maker ends the link · lapsed: its time is over, and the
 * stored choice is removed.
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
 * The moves. ask: show the consent page or the form · exchange: exchange the code for a grant · signIn: sign in with the form ·
 * offer: show the organizations to pick from · claim: connect the picked one · claimCarried: connect the one of the consent that
 * the page sent back · wait: for the same request that is under way · fail: show an error, and stay open · cancel, withdraw: end
 * without a connection · retell: say again how the link ended · used, expired, unknown: show that the link no longer works ·
 * keep: change nothing · refuse: throw CONFLICT `connect_session_used`.
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

/** A link that has ended says again how it ended; if its page is opened anew, it says that the link was used. */
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
    // The same callback or form comes again. Its code is spent, and the choice is still open.
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

/** What the person has authorized, and what of it the link may connect. */
export interface Granted {
  /** Organizations that the person authorized and the link allows. */
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
