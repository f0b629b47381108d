// Requests of one's own to the provider, from a shell: made, listed and settled.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { ProviderRequestCreate, ProviderRequestMade } from '../../client/index.ts';
import { requestMethods } from '../../core/domain/provider-request.ts';
import { type Given, UsageError, type World } from './command.ts';
import { patient, serviceOf } from './service.ts';

export async function makeRequest(given: Given, world: World): Promise<void> {
  const [word = '', asked, ...others] = given.words;
  const method = requestMethods.find((one) => one === word.toUpperCase());
  if (method === undefined) throw new UsageError(`the method must be one of ${requestMethods.join(', ')}`);
  if (asked === undefined || others.length > 0) throw new UsageError('give one path, such as /ContactGroups');
  const [path = '', query] = asked.split(/\?(.*)/s);
  const body: ProviderRequestCreate = {
    method,
    path,
    ...(query && { query: Object.fromEntries(new URLSearchParams(query)) }),
    ...bodyOf(given.text('body')),
    ...(given.flag('pdf') && { accept: 'pdf' }),
  };
  const connectionId = given.required('connection');
  const { api } = serviceOf(given, world);
  const key = given.text('idempotency-key') ?? (method === 'GET' ? undefined : keyOf(connectionId, body));
  const made = await api.providerRequests.make(connectionId, body, { ...patient, ...(key && { idempotencyKey: key }) });
  if (!given.flag('json')) world.err(`${made.status ?? 'settled'} ${made.outcome} ${made.id}`);
  world.out(given.flag('json') ? JSON.stringify(made) : contentsOf(made));
}

/** The same command run again makes nothing twice: its key is made of what it asks. */
function keyOf(connectionId: string, body: ProviderRequestCreate): string {
  return `cli-request-${createHash('sha256')
    .update(JSON.stringify([connectionId, body]))
    .digest('hex')}`;
}

function bodyOf(text: string | undefined): Pick<ProviderRequestCreate, 'body_base64'> {
  if (text === undefined) return {};
  const bytes = text.startsWith('@') ? readFileSync(text.slice(1)) : Buffer.from(text);
  try {
    JSON.parse(bytes.toString('utf8'));
  } catch {
    throw new UsageError('--body must be JSON, or @ and the name of a file that holds JSON');
  }
  return { body_base64: bytes.toString('base64') };
}

function contentsOf({ body, body_text: text, body_base64: encoded, bytes }: ProviderRequestMade): string {
  if (body !== undefined) return JSON.stringify(body, null, 2);
  return text ?? encoded ?? (bytes ? `(${bytes} bytes, which are not kept)` : '(no body)');
}

export async function listRequests(given: Given, world: World): Promise<void> {
  const { api } = serviceOf(given, world);
  const outcome = given.flag('unknown') ? ({ outcome: 'unknown' } as const) : {};
  const { items } = await api.providerRequests.list(given.required('connection'), { ...outcome, ...patient }).page();
  if (items.length === 0) world.err('none');
  for (const one of items) {
    const { created_at, id, method, template, status, outcome } = one;
    world.out(
      given.flag('json') ? JSON.stringify(one) : [created_at, id, method, template, status ?? '-', outcome].join('  '),
    );
  }
}

export async function settleRequest(given: Given, world: World): Promise<void> {
  const [id, word, reason] = given.words;
  const outcome = word === 'done' || word === 'refused' ? word : undefined;
  if (id === undefined || outcome === undefined || reason === undefined)
    throw new UsageError('give the id, done or refused, and in quotes what the provider’s books show');
  const { api } = serviceOf(given, world);
  const settled = await api.providerRequests.settle(given.required('connection'), id, { outcome, reason });
  world.out(given.flag('json') ? JSON.stringify(settled) : `${settled.id}  ${settled.outcome}`);
}
