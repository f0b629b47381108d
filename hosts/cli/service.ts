import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { Ledgerport, type LedgerportError, type ResponseEvent } from '../../client/index.ts';
import type { DevelopmentCredentials } from '../offline/bootstrap.ts';
import { Failure, type Given, type Option, UsageError, type World } from './command.ts';

const environments = ['test', 'live'] as const;
type Environment = (typeof environments)[number];

export const serviceOptions: Readonly<Record<string, Option>> = {
  url: { value: '<url>', does: 'the service (else LEDGERPORT_URL, else that of "ledgerport start")' },
  'api-key': { value: '<key>', does: 'its API key (else LEDGERPORT_API_KEY, else that of "ledgerport start")' },
  environment: { value: 'test|live', does: 'which key of "ledgerport start" (default test)' },
};

export const json = (what: string): Option => ({ does: `${what}, as JSON on standard output` });

export type Service = ReturnType<typeof serviceOf>;

const start = 'start it with "ledgerport start"';
const timeoutMs = 30_000;

export function serviceOf(given: Given, world: World) {
  const { env, err } = world;
  const development = developmentIn(env['DATA_DIR'] || './var');
  const asked = given.text('environment');
  const wanted = given.oneOf('environment', environments, 'test');
  const { url, apiKey } = addressAndKey(given, world, development, wanted);
  if (!/^https?:\/\//.test(url) || !URL.canParse(url)) throw new UsageError(`--url is not an http address: ${url}`);
  const own = environments.find((name) => apiKey.startsWith(`acct_${name}_`));
  if (own === undefined) throw new UsageError('the API key must begin with acct_test_ or acct_live_');
  if (asked !== undefined && asked !== own) throw new UsageError(`the API key is for ${own}, not for ${asked}`);
  const { protocol, hostname } = new URL(url);
  if (own === 'live' && protocol === 'http:' && !thisMachine.test(hostname)) {
    throw new Failure(`a live key is sent only over HTTPS, and ${url} is plain HTTP`);
  }
  // Undefined where `ledgerport start` never ran in this folder.
  const sandboxUrl = env['LEDGERPORT_SANDBOX_URL'] || development?.sandbox_url;
  const onResponse = ({ error, retryInMs }: ResponseEvent) => {
    if (error && retryInMs !== undefined) err(`${error.message}: trying again in ${Math.ceil(retryInMs / 1000)} s`);
  };
  const api = new Ledgerport({
    apiKey,
    baseUrl: url,
    maxRetries: 0,
    timeoutMs,
    fetch: named(url),
    hooks: { response: onResponse },
  });
  return { url, environment: own, sandboxUrl, api };
}

const thisMachine = /^(localhost|127(\.\d+){3}|\[::1\])$/;

/**
 * Takes address and key from the same source: the person, `.env`, or `ledgerport start`. So the address in somebody
 * else's folder never receives the person's key.
 */
function addressAndKey(
  given: Given,
  { env, file = {} }: World,
  { base_url, api_keys }: Development = {},
  wanted: Environment,
) {
  const said = (name: string) => (env[name] === file[name] ? undefined : env[name]);
  const started = [api_keys?.[wanted], api_keys?.test, api_keys?.live].map((apiKey) => ({ url: base_url, apiKey }));
  const places = [
    {
      url: given.text('url') ?? said('LEDGERPORT_URL'),
      apiKey: given.text('api-key') ?? said('LEDGERPORT_API_KEY'),
    },
    { url: file['LEDGERPORT_URL'], apiKey: file['LEDGERPORT_API_KEY'] },
    ...started,
  ].map(({ url, apiKey }) => ({ url: url?.replace(/\/+$/, '') || undefined, apiKey: apiKey || undefined }));
  const first = places.find(({ url, apiKey }) => url ?? apiKey);
  if (!first) throw new Failure(`no service is known: ${start}, or name one by --url or LEDGERPORT_URL`);
  for (const { url, apiKey } of places) {
    if (!url || !apiKey) continue;
    if (url === (first.url ?? url) && apiKey === (first.apiKey ?? apiKey)) return { url, apiKey };
  }
  if (first.url) throw new Failure(`no API key is known for ${first.url}: give one by --api-key or LEDGERPORT_API_KEY`);
  throw new Failure('no address was given together with the API key: give one by --url');
}

type Development = Partial<DevelopmentCredentials>;

/** Reads the file that `ledgerport start` wrote into the data folder. */
function developmentIn(folder: string): Development | undefined {
  try {
    return JSON.parse(readFileSync(path.join(folder, 'dev-credentials.json'), 'utf8')) as Development;
  } catch {
    return undefined;
  }
}

const named =
  (url: string): typeof fetch =>
  (...request) =>
    fetch(...request).catch((error: unknown) => {
      throw new Error(`${url} does not answer (${reasonOf(error)})`, { cause: (error as Error).cause });
    });

export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { cause, name, message } = error;
  if (name === 'TimeoutError' || name === 'AbortError') return 'no answer in time';
  return (cause as NodeJS.ErrnoException | undefined)?.code ?? (cause instanceof Error ? cause.message : message);
}

/** Marks requests that the service's readable log omits. */
export const polling = () => ({ requestId: `cli-poll-${randomUUID()}` });

/** Waits while the provider's budget is used up; says so if it takes more than two seconds. */
export const patient = { maxRetries: 5, waitSeconds: 2 };

export function adviceOn({ code, message, cause, requestId, operationId }: LedgerportError): string {
  if (code === 'CONNECTION_FAILED' || (code === 'TIMEOUT' && operationId === undefined)) {
    return `${cause instanceof Error ? cause.message : message}: ${start}, or name another by --url`;
  }
  if (code === 'UNEXPECTED_ANSWER') return `${message}: is --url the address of a Ledgerport service?`;
  if (code === 'UNAUTHORIZED') {
    return 'the service does not know the API key: give another by --api-key or LEDGERPORT_API_KEY';
  }
  return `${code}: ${message} (request ${requestId})`;
}
