// Walks every pair of a link's state and an event, as the table of moves says it: what is told, what is stored, what is left.
import { expect } from 'chai';
import { openedEach, openedOnce } from '../../../contract-tests/testing/opened.ts';
import {
  type LinkEvent,
  type LinkState,
  linkEvents,
  linkStateOf,
  linkStates,
  moveOf,
} from '../../domain/connect-moves.ts';
import { connectSessionMinutes } from '../../domain/connect-session.ts';
import { newSession } from '../testing/connecting.ts';
import { authorizationOf, withAuthorization } from '../testing/first-provider.ts';
import { refusalOf } from '../testing/refusal.ts';
import { openService } from '../testing/service.ts';
import { tidyLapsed } from './end-session.ts';
import type { ConnectOutcome } from './outcome.ts';

type Move = ReturnType<typeof moveOf>;

/** What is told by each move, and the state afterwards; a move that is not named leaves the state. */
const told: Readonly<Record<Move, (state: LinkState) => string>> = {
  ask: () => 'asks-consent',
  exchange: () => 'connected',
  // The provider of this test has a consent page, so there is no form to send.
  signIn: () => 'gone unknown',
  offer: () => 'asks-choice',
  claim: () => 'connected',
  claimCarried: () => 'connected',
  wait: () => 'ended invalid_grant',
  fail: () => 'ended authorization_failed',
  cancel: () => 'ended cancelled',
  retell: (state) =>
    ({ connected: 'connected', cancelled: 'ended cancelled', withdrawn: 'gone withdrawn', failed: 'ended odd' })[
      state as string
    ] ?? 'nothing',
  used: () => 'gone used',
  expired: () => 'gone expired',
  unknown: () => 'gone unknown',
  withdraw: () => 'failed',
  keep: (state) => ({ withdrawn: 'failed', open: 'open', choosing: 'open' })[state as string] ?? state,
  refuse: () => 'connect_session_used',
};
const ends: Partial<Record<Move, LinkState>> = {
  exchange: 'connected',
  claim: 'connected',
  claimCarried: 'connected',
  cancel: 'cancelled',
  withdraw: 'withdrawn',
};

describe('every move of a connect link', () => {
  let tenants: readonly string[];
  /** Runs once, when a request has read which organizations were authorized. */
  let meanwhile: (() => Promise<void>) | undefined;

  const service = openedOnce(() =>
    openService({
      wrap: (ports) =>
        withAuthorization(ports, {
          tenants: async (...asked) => {
            const listed = await authorizationOf(ports).tenants(...asked);
            const act = meanwhile;
            meanwhile = undefined;
            await act?.();
            return listed;
          },
        }),
    }),
  );
  const tenancy = openedEach(() => service.newOrganization());
  beforeEach(async () => {
    tenants = [await service.newTenant('One'), await service.newTenant('Two')];
  });

  const sessions = () => service.core.connectSessions;

  /** A link, and everything that a person could send by it. */
  async function link() {
    const made = (await newSession(service, tenancy.test)) as Awaited<ReturnType<typeof newSession>> & {
      connectSessionId: string;
    };
    const { token, connectSessionId: id } = made;
    const opened = await sessions().open(token);
    if (opened.kind !== 'asks-consent') throw new Error(opened.kind);
    const { state, consentUrl } = opened;
    const code = async (tenantIds: readonly string[]) => {
      const answer = await service.sandbox.control('POST', 'consent', {
        authorize_url: consentUrl,
        tenant_ids: tenantIds,
      });
      return new URL(String(answer['callback_url'])).searchParams.get('code') ?? '';
    };
    const back = (answer: object) =>
      sessions().callback({ state, code: undefined, error: undefined, isOpener: true, ...answer });
    const asked = await back({ code: await code(tenants.slice(0, 1)), isOpener: false });
    const consent = asked.kind === 'asks-choice' ? (asked.carried ?? '') : '';
    const choice = { selection: state, tenantId: tenants[0] ?? '' };
    const stored = async () => {
      const found = await service.ports.storage.connectSessions.find(tenancy.test, id as never);
      if (!found) throw new Error('the session is gone');
      return found;
    };
    return {
      stored,
      state: async () => linkStateOf(await stored(), service.ports.clock.now()),
      one: async () => back({ code: await code(tenants.slice(0, 1)) }),
      several: async () => back({ code: await code(tenants) }),
      spent: () => back({ code: 'spent' }),
      open: () => sessions().open(token),
      denied: () => back({ error: 'access_denied' }),
      erred: () => back({ error: 'server_error' }),
      form: () => sessions().submit({ token, form: {} }),
      choose: () => sessions().choose(choice),
      confirm: () => sessions().choose({ ...choice, consent }),
      cancel: () => sessions().cancel(token),
      withdraw: () => sessions().withdraw(tenancy.test, id),
    };
  }
  type Linked = Awaited<ReturnType<typeof link>>;

  const bring: Readonly<Record<LinkState, (one: Linked) => Promise<unknown>>> = {
    open: async () => {},
    choosing: (one) => one.several(),
    connected: (one) => one.one(),
    cancelled: (one) => one.cancel(),
    withdrawn: (one) => one.withdraw(),
    async failed(one) {
      const session = await one.stored();
      const odd = { ...session, state: 'done', result: { status: 'failed', error: 'odd' } } as const;
      await service.ports.storage.connectSessions.advance(odd, 'open');
    },
    expired: async () => service.advance(connectSessionMinutes * 60 + 1),
  };

  const wordOf = (outcome: ConnectOutcome): string => {
    if (outcome.kind === 'gone') return `gone ${outcome.why}`;
    if (outcome.kind !== 'ended') return outcome.kind;
    return `ended ${outcome.result.status === 'failed' ? outcome.result.error : outcome.result.status}`;
  };
  const send: Readonly<Record<Exclude<LinkEvent, 'overtaken' | 'withdrawn' | 'lapsed'>, keyof Linked>> = {
    opened: 'open',
    consented: 'one',
    denied: 'denied',
    erred: 'erred',
    formSent: 'form',
    chosen: 'choose',
    confirmed: 'confirm',
    refused: 'cancel',
  };

  async function fire(one: Linked, state: LinkState, event: LinkEvent): Promise<string> {
    if (event === 'withdrawn') {
      const ended = one
        .withdraw()
        .catch((error: { details: { reason: string } }) => ({ status: error.details.reason }));
      return (await ended).status;
    }
    if (event === 'lapsed') {
      await tidyLapsed(service.ports, await one.stored());
      const { result, state: kept } = await one.stored();
      return kept === 'done' ? (state === 'expired' ? `ended ${result?.status}` : (result?.status ?? '')) : 'open';
    }
    return wordOf(await (one[send[event as keyof typeof send]] as () => Promise<ConnectOutcome>)());
  }

  for (const state of linkStates) {
    for (const event of linkEvents.filter((one) => one !== 'overtaken')) {
      const move = moveOf(state, event);
      it(`${state}, ${event}: ${move}`, async () => {
        const one = await link();
        await bring[state](one);
        try {
          expect(await one.state()).to.equal(state);
          expect(await fire(one, state, event)).to.equal(told[move](state));
          await left(one, ends[move] ?? state);
        } finally {
          if (state === 'expired') service.advance(-(connectSessionMinutes * 60 + 1));
        }
      });
    }
    const move = moveOf(state, 'overtaken');
    it(`${state}, overtaken: ${move}`, async () => {
      const one = await link();
      const isHeld = state === 'open';
      if (isHeld) {
        expect(wordOf(await one.spent())).to.equal(told[move](state));
      } else {
        // The request has found the link open and spent its code before the link comes into the state.
        meanwhile = async () => {
          await bring[state](one);
        };
        const outcome = wordOf(await one.one());
        // Nothing moves a link whose time is over, so what has begun in time ends as it would have.
        expect(outcome).to.equal(state === 'expired' ? 'connected' : told[move](state));
      }
      if (state === 'expired') service.advance(-(connectSessionMinutes * 60 + 1));
      await left(one, state === 'expired' ? 'connected' : state);
    });
  }

  /** The state that is stored, one connection if it has connected, and no tokens of connections that were let go. */
  async function left(one: Linked, state: LinkState): Promise<void> {
    expect(await one.state()).to.equal(state);
    const { items } = await service.core.connections.list(tenancy.test, {});
    const statuses = items.map(({ status }) => status);
    expect(statuses.filter((status) => status === 'active')).to.have.length(state === 'connected' ? 1 : 0);
    expect(statuses.filter((status) => status === 'pending_selection')).to.have.length(state === 'choosing' ? 1 : 0);
    for (const { id, status } of items.filter((each) => each.status === 'disconnected')) {
      expect(await service.ports.storage.credentials.find(id), status).to.equal(undefined);
    }
  }

  it('refuses what a member asks of a link of others, and of none', async () => {
    const other = await service.newOrganization();
    const { value } = await sessions().create(other.test, {
      key: undefined,
      body: { provider: 'ledger', external_account_id: 'c', redirect_uri: 'http://localhost:3000/' } as never,
    });
    for (const id of [value.connectSessionId, 'cs_nonsense']) {
      expect((await refusalOf(sessions().withdraw(tenancy.test, id))).code).to.equal('NOT_FOUND');
    }
    expect((await sessions().find(other.test, value.connectSessionId)).status).to.equal('open');
  });
});
