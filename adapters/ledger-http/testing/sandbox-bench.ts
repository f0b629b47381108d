// A gateway and an authorization over their own sandbox, for the contracts.

import { createHash, randomUUID } from 'node:crypto';
import type { AuthorizationUnderTest, LedgerUnderTest } from '#contract-tests';
import { serveSandbox } from '../../../hosts/sandbox/serve-sandbox.ts';
import { createSandboxLedger, type SandboxLedgerOptions } from '../../ledger-sandbox/index.ts';
import { createSystemClock } from '../../system/index.ts';
import { createLedgerAuthorization, createLedgerGateway, sandboxProfile } from '../index.ts';
import { traits } from '../traits.ts';

const client = { clientId: 'app-1', clientSecret: 'app-secret' };
const redirectUri = 'http://localhost:8080/oauth/ledger/callback';
const app = { client_id: client.clientId, client_secret: client.clientSecret, redirect_uris: [redirectUri] };
const unlimited = { minute: null, day: null, concurrent: null, app_minute: null };

/** Settings of the sandbox, such as its clock. */
export type SandboxSettings = Pick<SandboxLedgerOptions, 'now' | 'newId'>;

export interface Opened<Subject> {
  readonly subject: Subject;
  readonly url: string;
  close(): Promise<void>;
}

/** Calls the sandbox's control plane. */
async function control(url: string, path: string, body?: object): Promise<Record<string, unknown>> {
  const init = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) };
  const answer = await fetch(`${url}/_sandbox/${path}`, init);
  if (!answer.ok) throw new Error(`/_sandbox/${path}: ${answer.status} ${await answer.text()}`);
  return (await answer.json()) as Record<string, unknown>;
}

export async function openAuthorization(settings: SandboxSettings = {}): Promise<Opened<AuthorizationUnderTest>> {
  const ledger = createSandboxLedger({ ...settings, limits: unlimited, apps: [app] });
  const { url, close } = await serveSandbox(ledger, { host: '127.0.0.1', port: 0 });
  const { organisations } = (await control(url, 'organisations')) as {
    organisations: { tenant_id: string; type: string }[];
  };
  const [one = '', two = ''] = organisations.filter(({ type }) => type === 'ORGANISATION').map((o) => o.tenant_id);
  const subject: AuthorizationUnderTest = {
    authorization: createLedgerAuthorization({ profile: sandboxProfile(url), clock: createSystemClock() }),
    client,
    redirectUri,
    tenantIds: [one, two],
    consent: async (authorize_url, tenant_ids) => {
      const { callback_url } = await control(url, 'consent', { authorize_url, tenant_ids });
      return String(callback_url);
    },
  };
  return { subject, url, close };
}

/** Opens a gateway with a token for the sandbox's first organization. */
export async function openGateway(settings: SandboxSettings = {}): Promise<Opened<LedgerUnderTest>> {
  const { subject, url, close } = await openAuthorization(settings);
  const codeVerifier = randomUUID() + randomUUID();
  const codeChallenge = createHash('sha256').update(codeVerifier).digest('base64url');
  const flow = { redirectUri, state: 's', codeChallenge };
  const callback = await subject.consent(subject.authorization.consentUrl(client.clientId, flow), [
    subject.tenantIds[0],
  ]);
  const code = new URL(callback).searchParams.get('code') ?? '';
  const { accessToken } = await subject.authorization.exchange(client, { code, redirectUri, codeVerifier });
  const gateway = createLedgerGateway({ profile: sandboxProfile(url), clock: createSystemClock(), pageSize: 25 });
  return { subject: { gateway, traits, accessToken, tenantId: subject.tenantIds[0] }, url, close };
}
