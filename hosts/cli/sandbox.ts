import { Failure } from './command.ts';
import { patient, reasonOf, type Service } from './service.ts';

export type Sandbox = ReturnType<typeof sandboxOf>;

export interface Organisation {
  readonly tenant_id: string;
  readonly name: string;
}

export interface Customer {
  readonly tenantId: string;
  readonly externalAccountId: string;
}

export function sandboxOf({ sandboxUrl: url }: Service) {
  if (url === undefined) {
    throw new Failure(
      'no sandbox ledger is known: run this where "ledgerport start" ran, or set LEDGERPORT_SANDBOX_URL',
    );
  }
  return {
    url,
    async control<T = unknown>(method: 'GET' | 'POST', path: string, body?: object): Promise<T> {
      const sent = body === undefined ? {} : { body: JSON.stringify(body) };
      const answer = await fetch(`${url}/_sandbox/${path}`, { method, ...sent }).catch((error: unknown) => {
        throw new Failure(
          `the sandbox ledger ${url} does not answer (${reasonOf(error)}): "ledgerport start" starts it`,
        );
      });
      const text = await answer.text();
      if (!answer.ok) throw new Failure(`the sandbox ledger refused ${path}: ${text}`);
      return JSON.parse(text) as T;
    },
  };
}

/** Keeps cookies. */
export function openBrowser(): (url: string) => Promise<Response> {
  const cookies: string[] = [];
  return async (url) => {
    const answer = await fetch(url, { redirect: 'manual', headers: { cookie: cookies.join('; ') } });
    cookies.push(...answer.headers.getSetCookie().map((cookie) => cookie.replace(/;.*/, '')));
    return answer;
  };
}

/** Opens a connect link and consents as a customer would; resolves to the connection's id. */
export async function connect({ api }: Service, sandbox: Sandbox, customer: Customer): Promise<string> {
  const { tenantId, externalAccountId } = customer;
  const { connect_url } = await api.connectSessions.create(
    { provider: 'ledger', external_account_id: externalAccountId, redirect_uri: 'http://localhost:3000/done' },
    patient,
  );
  const browse = openBrowser();
  const page = await (await browse(connect_url)).text();
  const authorizeUrl = /href="([^"]*\/connect\/authorize[^"]*)"/.exec(page)?.[1]?.replaceAll('&amp;', '&');
  if (!authorizeUrl?.startsWith(sandbox.url)) {
    throw new Failure(`the service does not connect to the sandbox ledger ${sandbox.url}: only there can this be done`);
  }
  const consented = { authorize_url: authorizeUrl, tenant_ids: [tenantId] };
  const { callback_url } = await sandbox.control<{ callback_url: string }>('POST', 'consent', consented);
  const back = await browse(callback_url);
  const result = new URL(back.headers.get('location') ?? '/', connect_url).searchParams;
  const connectionId = result.get('connection_id');
  if (connectionId) return connectionId;
  throw new Failure(`the organization was not connected: ${result.get('error') ?? `HTTP ${back.status}`}`);
}
