// Authorizations, verifiers, senders and budgets that break one promise each.
import { createHmac } from 'node:crypto';
import {
  type LedgerAuthorization,
  minuteShare,
  type NotificationVerifier,
  type ProviderLimits,
  type RequestBudget,
  ServiceError,
} from '#core/ports';
import type { EventSenders } from '../event-sender.contract.ts';
import type { AuthorizationUnderTest } from '../ledger-authorization.contract.ts';
import type { BudgetUnderTest } from '../request-budget.contract.ts';
import type { Spoiler } from './spoiler.ts';

function authorizing(
  name: string,
  spoil: (good: LedgerAuthorization) => Partial<LedgerAuthorization>,
): Spoiler<AuthorizationUnderTest> {
  return {
    name,
    spoil: (good) => ({ ...good, authorization: { ...good.authorization, ...spoil(good.authorization) } }),
  };
}

export const authorizationSaboteurs: readonly Spoiler<AuthorizationUnderTest>[] = [
  authorizing('offers organizations of earlier consents', (good) => ({
    tenants: (token) => good.tenants(token, null),
  })),
  authorizing('keeps the refresh token that was replaced', (good) => ({
    refresh: async (client, refreshToken) => ({ ...(await good.refresh(client, refreshToken)), refreshToken }),
  })),
  authorizing('blames the person for the app’s wrong secret', (good) => ({
    refresh: (client, refreshToken) =>
      good.refresh(client, refreshToken).catch((error: ServiceError) => {
        throw new ServiceError('ACTION_REQUIRED', error.message, { ...error.details, reason: 'invalid_grant' });
      }),
  })),
  authorizing('loses the state', (good) => ({
    consentUrl: (clientId, flow) => good.consentUrl(clientId, { ...flow, state: '' }),
  })),
  authorizing('asks for no proof of the code’s owner', (good) => ({
    consentUrl: (clientId, flow) => good.consentUrl(clientId, flow).replace(/&code_challenge[^&]*/g, ''),
  })),
  authorizing('disconnects every organization', (good) => ({
    disconnect: async (token) => {
      for (const { providerConnectionId } of await good.tenants(token, null))
        await good.disconnect(token, providerConnectionId);
    },
  })),
  authorizing('knows no scopes', (good) => ({
    exchange: async (client, flow) => ({ ...(await good.exchange(client, flow)), scopes: [] }),
  })),
  authorizing('forgets which consent it was', (good) => ({
    exchange: async (client, flow) => ({ ...(await good.exchange(client, flow)), consentId: null }),
  })),
];

const hmac = (body: Uint8Array, key: string | Buffer) => createHmac('sha256', key).update(body).digest('base64');

function parsedAnew(body: Uint8Array): Uint8Array {
  const text = new TextDecoder().decode(body);
  return Buffer.from(text.startsWith('{') && text.endsWith('}') ? JSON.stringify(JSON.parse(text)) : text);
}

export const verifierSaboteurs: readonly Spoiler<NotificationVerifier>[] = [
  { name: 'takes anything for a signature', spoil: (good) => ({ ...good, isSignature: () => true }) },
  {
    name: 'knows no signature with a plus',
    spoil: (good) => ({ ...good, isSignature: (text) => /^\w{43}=$/.test(text) }),
  },
  { name: 'trusts everything', spoil: (good) => ({ ...good, verify: () => true }) },
  {
    name: 'trusts what is not signed',
    spoil: (good) => ({ ...good, verify: (b, s, k) => s === undefined || good.verify(b, s, k) }),
  },
  {
    name: 'decodes the key',
    spoil: (good) => ({
      ...good,
      verify: (body, signature, key) => signature === hmac(body, Buffer.from(key, 'base64')),
    }),
  },
  {
    name: 'compares the beginning only',
    spoil: (good) => ({
      ...good,
      verify: (body, signature, key) => hmac(body, key).startsWith(signature?.slice(0, 20) ?? '-'),
    }),
  },
  {
    name: 'signs what it has parsed',
    spoil: (good) => ({
      ...good,
      verify: (body, signature, key) => good.verify(body, signature, key) || signature === hmac(parsedAnew(body), key),
    }),
  },
  {
    name: 'leaves out what it does not know',
    spoil: (good) => ({
      ...good,
      parse: (body) => {
        const batch = good.parse(body);
        return { ...batch, events: batch.events.filter(({ category }) => ['INVOICE', 'CONTACT'].includes(category)) };
      },
    }),
  },
  {
    name: 'takes nonsense for an empty batch',
    spoil: (good) => ({
      ...good,
      parse: (body) => {
        try {
          return good.parse(body);
        } catch {
          return { events: [], firstSequence: 0, lastSequence: 0 };
        }
      },
    }),
  },
];

export const senderSaboteurs: readonly Spoiler<EventSenders>[] = [
  { name: 'guards nothing', spoil: ({ development }) => ({ development, guarded: development }) },
  {
    name: 'throws when there is no answer',
    spoil: ({ development, guarded }) => ({
      guarded,
      development: {
        ...development,
        send: async (message) => {
          const result = await development.send(message);
          if (result.kind === 'failed') throw new Error(result.error);
          return result;
        },
      },
    }),
  },
  {
    name: 'follows redirects',
    spoil: ({ development, guarded }) => ({
      guarded,
      development: {
        ...development,
        send: async (message) => {
          const result = await development.send(message);
          return result.kind === 'answered' && result.status < 400 && result.status >= 300
            ? development.send(message)
            : result;
        },
      },
    }),
  },
  {
    name: 'changes the bytes',
    spoil: ({ development, guarded }) => ({
      guarded,
      development: { ...development, send: (message) => development.send({ ...message, body: `${message.body}\n` }) },
    }),
  },
];

function budgeting(name: string, spoil: (good: RequestBudget) => Partial<RequestBudget>): Spoiler<BudgetUnderTest> {
  return { name, spoil: (good) => ({ ...good, budget: { ...good.budget, ...spoil(good.budget) } }) };
}

function byFixedMinutes({ budget, advance }: BudgetUnderTest): BudgetUnderTest {
  let second = 0;
  const minutes = new Map<string, { from: number; used: number }>();
  return {
    advance(seconds) {
      second += seconds;
      advance(seconds);
    },
    budget: {
      ...budget,
      async acquire(connection, lane, limits) {
        const known = minutes.get(connection.id);
        const minute = known && second - known.from < 61 ? known : { from: second, used: 0 };
        minutes.set(connection.id, minute);
        if (minute.used >= limits.perMinute * minuteShare[lane]) {
          return { kind: 'refused', reason: 'connection_minute', retryAfterSeconds: minute.from + 61 - second };
        }
        const decision = await budget.acquire(connection, lane, { ...limits, perMinute: 100 * limits.perMinute });
        if (decision.kind === 'granted') minute.used += 1;
        return decision;
      },
    },
  };
}

/** Calls of which something else is heard than the provider said. */
function hearing(
  good: RequestBudget,
  heard: (said: ProviderLimits) => ProviderLimits | undefined,
): RequestBudget['acquire'] {
  return async (connection, lane, limits) => {
    const decision = await good.acquire(connection, lane, limits);
    if (decision.kind === 'refused') return decision;
    return { kind: 'granted', release: (said) => decision.release(said && heard(said)) };
  };
}

export const budgetSaboteurs: readonly Spoiler<BudgetUnderTest>[] = [
  budgeting('knows no lanes', (good) => ({ acquire: (id, _lane, limits) => good.acquire(id, 'interactive', limits) })),
  budgeting('counts all connections together', (good) => ({
    acquire: (connection, lane, limits) => good.acquire({ ...connection, id: 'conn_all' as never }, lane, limits),
  })),
  budgeting('counts all apps together', (good) => ({
    acquire: (connection, lane, limits) => good.acquire({ ...connection, providerAppId: null }, lane, limits),
  })),
  budgeting('knows no app', (good) => ({
    acquire: ({ id }, lane, limits) => good.acquire({ id, providerAppId: id as never }, lane, limits),
  })),
  budgeting('does not hear what the provider says of the app', (good) => ({
    acquire: hearing(good, (said) => ({ ...said, app: { minuteRemaining: null, retryAfterSeconds: null } })),
  })),
  budgeting('does not hear the provider', (good) => ({ acquire: hearing(good, () => undefined) })),
  budgeting('frees a place with every release', (good) => ({
    acquire: async (id, lane, limits) => {
      const decision = await good.acquire(id, lane, { ...limits, inFlight: Number.MAX_SAFE_INTEGER });
      return decision;
    },
  })),
  budgeting('listens to counters of long ago', (good) => ({
    acquire: hearing(good, (said) => ({ ...said, durationMs: 0 })),
  })),
  { name: 'begins a full minute when the last is over, however late its calls were', spoil: byFixedMinutes },
  budgeting('lets sync have every place', (good) => ({
    acquire: (id, lane, limits) =>
      good.acquire(id, lane, lane === 'interactive' ? limits : { ...limits, inFlight: 2 * limits.inFlight }),
  })),
  budgeting('refuses without a wait', (good) => ({
    acquire: async (id, lane, limits) => {
      const decision = await good.acquire(id, lane, limits);
      return decision.kind === 'refused' ? { ...decision, retryAfterSeconds: 0 } : decision;
    },
  })),
];
