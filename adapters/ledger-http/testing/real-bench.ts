// A gateway and an authorization over the real provider, for the contracts, by hand; the environment configures them.

import { createInterface } from 'node:readline/promises';
import { setTimeout as wait } from 'node:timers/promises';
import type { AuthorizationUnderTest, LedgerUnderTest } from '#contract-tests';
import type { LedgerGateway } from '#core/ports';
import { createSystemClock } from '../../system/index.ts';
import {
  createLedgerAuthorization,
  createLedgerGateway,
  type LedgerProfile,
  sandboxProfile,
  xeroProfile,
} from '../index.ts';
import { traits } from '../traits.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

export const gatewayVariables = ['LEDGER_REAL_ACCESS_TOKEN', 'LEDGER_REAL_TENANT_ID'] as const;
export const authorizationVariables = [
  'LEDGER_REAL_CLIENT_ID',
  'LEDGER_REAL_CLIENT_SECRET',
  'LEDGER_REAL_REDIRECT_URI',
  'LEDGER_REAL_TENANT_IDS',
] as const;

/** Provider: 60 calls a minute per organization; others may make the rest. */
const callsPerMinute = 50;

export function missingVariables(environment: Environment, names: readonly string[]): string[] {
  return names.filter((name) => !environment[name]);
}

/** LEDGER_REAL_URL tries this bench on another address with the same API. */
function profileOf({ LEDGER_REAL_URL: url }: Environment): LedgerProfile {
  return url ? sandboxProfile(url) : xeroProfile;
}

export function openRealGateway(environment: Environment, pauseMs = 60_000 / callsPerMinute): LedgerUnderTest {
  const [accessToken = '', tenantId = ''] = gatewayVariables.map((name) => environment[name]);
  const gateway = createLedgerGateway({ profile: profileOf(environment), clock: createSystemClock(), pageSize: 25 });
  return { gateway: paced(gateway, pauseMs), traits, accessToken, tenantId };
}

export function openRealAuthorization(
  environment: Environment,
  consent: AuthorizationUnderTest['consent'] = askAtTerminal,
): AuthorizationUnderTest {
  const [clientId = '', clientSecret = '', redirectUri = '', ids = ''] = authorizationVariables.map(
    (name) => environment[name],
  );
  const [one = '', two = ''] = ids.split(',').map((id) => id.trim());
  const authorization = createLedgerAuthorization({ profile: profileOf(environment), clock: createSystemClock() });
  return { authorization, client: { clientId, clientSecret }, redirectUri, tenantIds: [one, two], consent };
}

/** Makes calls to the provider wait their turn. */
function paced(gateway: LedgerGateway, pauseMs: number): LedgerGateway {
  let nextMs = 0;
  const turn = async () => {
    const nowMs = performance.now();
    const atMs = Math.max(nextMs, nowMs);
    nextMs = atMs + pauseMs;
    await wait(atMs - nowMs);
  };
  const calls = (first: unknown) => typeof first === 'object' && first !== null && 'accessToken' in first;
  return new Proxy(gateway, {
    get(target, name) {
      const method: unknown = Reflect.get(target, name);
      if (typeof method !== 'function') return method;
      return (...args: unknown[]) =>
        calls(args[0]) ? turn().then(() => Reflect.apply(method, target, args)) : Reflect.apply(method, target, args);
    },
  });
}

async function askAtTerminal(consentUrl: string, tenantIds: readonly string[]): Promise<string> {
  const wish = tenantIds.length === 0 ? 'cancel' : `grant only ${tenantIds.join(' and ')}`;
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return (await terminal.question(`\nOpen ${consentUrl}\n${wish}, then paste the address you end at:\n`)).trim();
  } finally {
    terminal.close();
  }
}
