/** Directs the provider's official SDK at a sandbox on a loopback socket. */
import { createRequire } from 'node:module';
import { XeroClient } from 'xero-node';
import { serveSandbox } from '../../../../hosts/sandbox/serve-sandbox.ts';
import { clientId, clientSecret, redirectUri } from '../../drive-sandbox.test.ts';
import { createSandboxLedger, type SandboxLedgerOptions } from '../../index.ts';

const scopes = [
  'openid',
  'profile',
  'email',
  'offline_access',
  'accounting.invoices',
  'accounting.payments',
  'accounting.contacts',
  'accounting.settings',
  'accounting.attachments',
  'accounting.manualjournals',
  'accounting.banktransactions',
  ...['profitandloss', 'balancesheet', 'trialbalance', 'aged', 'banksummary'].map(
    (name) => `accounting.reports.${name}.read`,
  ),
];

interface Intercepted {
  url?: string;
  proxy?: unknown;
}

interface SdkAxios {
  readonly interceptors: {
    readonly request: { use(change: (config: Intercepted) => Intercepted): number; eject(id: number): void };
  };
}

interface SdkIdentity {
  readonly Issuer: { discover(url: string): Promise<unknown> };
}

// The SDK uses two clients: one for tokens and tenants, another to discover the identity service.
const sdkRequire = createRequire(createRequire(import.meta.url).resolve('xero-node'));
const axios = sdkRequire('axios') as SdkAxios;
const identity = sdkRequire('openid-client') as SdkIdentity;

/** What the SDK rejects with: JSON text, or for tokens and tenants an error of axios. */
export interface SdkRefusal {
  readonly statusCode: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
}

export interface DrivenSdk {
  readonly url: string;
  readonly client: XeroClient;
  readonly api: XeroClient['accountingApi'];
  /** The first organisation, connected to the client. */
  readonly tenantId: string;
  readonly tenantIds: readonly string[];
  control(method: string, path: string, body?: unknown): Promise<Readonly<Record<string, unknown>>>;
  /** Resolves to a further client with its own consent. */
  connect(tenantIds: readonly string[], wanted?: readonly string[]): Promise<XeroClient>;
  close(): Promise<void>;
}

/** Replaces the provider's hosts, which the SDK's code contains, in every request. */
function redirectHosts(url: string): () => void {
  const id = axios.interceptors.request.use((config) => {
    config.proxy = false;
    config.url = config.url?.replace(/^https:\/\/(identity|api)\.xero\.com/, url) ?? '';
    return config;
  });
  return () => axios.interceptors.request.eject(id);
}

async function discovered(client: XeroClient, url: string): Promise<XeroClient> {
  const { Issuer } = identity;
  const discover = Issuer.discover;
  Issuer.discover = () => discover.call(Issuer, url);
  try {
    return await client.initialize();
  } finally {
    Issuer.discover = discover;
  }
}

export async function driveSdk(options: SandboxLedgerOptions = {}): Promise<DrivenSdk> {
  const ledger = createSandboxLedger({
    limits: { minute: null, day: null, concurrent: null, app_minute: null },
    ...options,
  });
  const { url, close } = await serveSandbox(ledger, { host: '127.0.0.1', port: 0 });
  ledger.registerApp({ client_id: clientId, client_secret: clientSecret, redirect_uris: [redirectUri] });
  const restore = redirectHosts(url);

  const control: DrivenSdk['control'] = async (method, path, body) => {
    const sent = body === undefined ? {} : { body: JSON.stringify(body) };
    const response = await fetch(`${url}/_sandbox/${path}`, { method, ...sent });
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    return (await response.json()) as Readonly<Record<string, unknown>>;
  };
  const connect: DrivenSdk['connect'] = async (tenantIds, wanted = scopes) => {
    const app = { clientId, clientSecret, redirectUris: [redirectUri], httpTimeout: 10_000 };
    const client = await discovered(new XeroClient({ ...app, scopes: [...wanted], state: 'st-1' }), url);
    client.accountingApi.basePath = `${url}/api.xro/2.0`;
    const authorize_url = await client.buildConsentUrl();
    const { callback_url } = await control('POST', 'consent', { authorize_url, tenant_ids: tenantIds });
    await client.apiCallback(String(callback_url));
    return client;
  };
  const { organisations } = await control('GET', 'organisations');
  // Leaves out practices: they have no books, and may be listed between organisations made in the same millisecond.
  const tenantIds = (organisations as { tenant_id: string; type: string }[])
    .filter(({ type }) => type === 'ORGANISATION')
    .map((tenant) => tenant.tenant_id);
  const [tenantId = ''] = tenantIds;
  const client = await connect([tenantId]);
  return {
    url,
    client,
    api: client.accountingApi,
    tenantId,
    tenantIds,
    control,
    connect,
    async close() {
      restore();
      await close();
    },
  };
}

interface AxiosFailure {
  readonly response?: { readonly status: number; readonly headers: Record<string, string>; readonly data: unknown };
}

/** Resolves to a call's refusal; rejects when the call succeeded. */
export async function refusalOf(call: Promise<unknown>): Promise<SdkRefusal> {
  const failure = await call.then(
    () => undefined,
    (reason: unknown) => reason ?? 'no reason',
  );
  if (failure === undefined) throw new Error('the call was answered');
  if (typeof failure === 'string') return (JSON.parse(failure) as { response: SdkRefusal }).response;
  const { response } = failure as AxiosFailure;
  if (!response) throw failure;
  return { statusCode: response.status, headers: response.headers, body: response.data };
}

/** Returns the messages inside a refused document. */
export function messagesOf({ body }: SdkRefusal): readonly string[] {
  const { Elements = [] } = body as { Elements?: { ValidationErrors: { Message: string }[] }[] };
  return Elements.flatMap((element) => element.ValidationErrors.map((error) => error.Message));
}

/** The SDK declares business dates as text and fills in a Date. */
export const dayOf = (value: unknown): string => (value instanceof Date ? value.toISOString() : `no date: ${value}`);

/** Returns the only element of an answer. */
export function only<T>(list: readonly T[] | undefined): T {
  const [first] = list ?? [];
  if (list?.length !== 1 || first === undefined) throw new Error(`expected one element, got ${list?.length}`);
  return first;
}
