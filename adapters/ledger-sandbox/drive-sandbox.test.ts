/** Drives a sandbox in this process: an app with consent, and calls in JSON. */
import { createHash, randomBytes } from 'node:crypto';
import { expect } from 'chai';
import type { SandboxAnswer } from './http/message.ts';
import { createSandboxLedger, type SandboxLedger, type SandboxLedgerOptions } from './sandbox-ledger.ts';

export const clientId = 'app-1';
export const clientSecret = 'secret-1';
export const redirectUri = 'http://localhost:8080/callback';
const scope =
  'openid profile email offline_access accounting.invoices accounting.payments accounting.contacts accounting.settings accounting.manualjournals accounting.banktransactions';

/** Parsed JSON of unknown shape. */
export interface Loose {
  readonly [key: string]: Loose;
}

/** Returns the elements of what should be an array. */
export const items = (value: Loose | undefined): readonly Loose[] => (Array.isArray(value) ? value : []);

export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
  readonly json: Loose;
}

export interface Ask {
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface Drive {
  readonly ledger: SandboxLedger;
  readonly tenantId: string;
  readonly tokens: Loose;
  /** Makes any request; resolves to undefined when the answer was dropped. */
  send(method: string, path: string, ask?: Ask & { raw?: string }): Promise<Answer | undefined>;
  /** Makes an accounting call of the connected app; rejects when the answer was dropped. */
  api(method: string, path: string, body?: unknown, headers?: Readonly<Record<string, string>>): Promise<Answer>;
  /** The first record of a call that is answered. */
  first(method: string, path: string, body?: unknown): Promise<Loose>;
  /** The messages of a call whose first document is refused. */
  refused(method: string, path: string, body: unknown): Promise<string[]>;
  control(method: string, path: string, body?: unknown): Promise<Answer>;
  form(path: string, values: Readonly<Record<string, string>>, secret?: string): Promise<Answer | undefined>;
  connect(tenantIds: readonly string[], scopes?: string): Promise<Loose>;
  close(): void;
}

function toAnswer({ status, headers, body }: SandboxAnswer): Answer {
  const text = Buffer.from(body).toString('latin1');
  const isJson = headers['content-type']?.includes('json');
  return { status, headers, text, json: (isJson ? JSON.parse(Buffer.from(body).toString('utf8')) : {}) as Loose };
}

export function authorizeUrl(changes: Readonly<Record<string, string>> = {}): string {
  const values = { response_type: 'code', client_id: clientId, redirect_uri: redirectUri, scope, state: 'st-1' };
  return `http://ledger.test/identity/connect/authorize?${new URLSearchParams({ ...values, ...changes })}`;
}

export const verifier = (): { verifier: string; challenge: string } => {
  const text = randomBytes(40).toString('base64url');
  return { verifier: text, challenge: createHash('sha256').update(text).digest('base64url') };
};

/** Opens a sandbox without limits, an app, and its consent for the first organisation. */
export async function driveSandbox(options: SandboxLedgerOptions = {}): Promise<Drive> {
  const limits = { minute: null, day: null, concurrent: null };
  const ledger = createSandboxLedger({ baseUrl: 'http://ledger.test', limits, ...options });
  ledger.registerApp({ client_id: clientId, client_secret: clientSecret, redirect_uris: [redirectUri] });

  const send: Drive['send'] = async (method, path, ask = {}) => {
    const body = ask.raw ?? (ask.body === undefined ? '' : JSON.stringify(ask.body));
    const headers = { ...(ask.body === undefined ? {} : { 'content-type': 'application/json' }), ...ask.headers };
    const response = await ledger.handle({ method, path, headers, body: Buffer.from(body) });
    return 'dropped' in response ? undefined : toAnswer(response);
  };
  const must = async (answer: Promise<Answer | undefined>): Promise<Answer> => {
    const given = await answer;
    if (!given) throw new Error('the answer was dropped');
    return given;
  };
  const control: Drive['control'] = (method, path, body) => must(send(method, `/_sandbox/${path}`, { body }));
  const form: Drive['form'] = (path, values, secret = clientSecret) =>
    send('POST', path, {
      raw: new URLSearchParams(values).toString(),
      headers: { authorization: `Basic ${Buffer.from(`${clientId}:${secret}`).toString('base64')}` },
    });
  const connect: Drive['connect'] = async (tenantIds, scopes = scope) => {
    const body = { authorize_url: authorizeUrl({ scope: scopes }), tenant_ids: tenantIds };
    const { callback_url } = (await control('POST', 'consent', body)).json;
    const code = new URL(String(callback_url)).searchParams.get('code') ?? '';
    const values = { grant_type: 'authorization_code', code, redirect_uri: redirectUri };
    return (await must(form('/connect/token', values))).json;
  };
  const tenants = (await control('GET', 'organisations')).json['organisations'] as unknown as {
    name: string;
    tenant_id: string;
  }[];
  const tenantId = tenants.find((tenant) => tenant.name === 'Harbour Tools Ltd')?.tenant_id ?? '';
  const tokens = await connect([tenantId]);
  const bearer = {
    authorization: `Bearer ${tokens['access_token']}`,
    'ledger-tenant-id': tenantId,
    accept: 'application/json',
  };
  const api: Drive['api'] = (method, path, body, headers = {}) =>
    must(send(method, `/api.xro/2.0/${path}`, { body, headers: { ...bearer, ...headers } }));
  const first: Drive['first'] = async (method, path, body) => {
    const answer = await api(method, path, body);
    expect(answer.status, answer.text).to.equal(200);
    return answer.json[path.split(/\W/)[0] ?? '']?.[0] ?? {};
  };
  const refused: Drive['refused'] = async (method, path, body) => {
    const answer = await api(method, path, body);
    expect([answer.status, answer.json['Type']], answer.text).to.deep.equal([400, 'ValidationException']);
    return items(answer.json['Elements']?.[0]?.['ValidationErrors']).map((error) => String(error['Message']));
  };
  return { ledger, tenantId, tokens, send, api, first, refused, control, form, connect, close: () => ledger.close() };
}
