import { readFileSync } from 'node:fs';
import { type Given, UsageError, type World } from './command.ts';
import { serviceOf } from './service.ts';

const methods = ['POST', 'PUT', 'PATCH', 'DELETE'] as const;

export async function get(given: Given, world: World): Promise<void> {
  await call('GET', undefined, given, world);
}

export async function post(given: Given, world: World): Promise<void> {
  await call(given.oneOf('method', methods, 'POST'), bodyOf(given.text('data')), given, world);
}

async function call(method: string, body: unknown, given: Given, world: World): Promise<void> {
  const path = given.word('a path, such as /v1/connections,').replace(/^\/?(?:v1\/)?/, '');
  const { api } = serviceOf(given, world);
  const idempotencyKey = method === 'GET' ? undefined : given.text('idempotency-key');
  const answer = await api.request(method, `/v1/${path}`, { body, idempotencyKey, maxRetries: 3 });
  world.out(given.flag('json') ? JSON.stringify(answer) : JSON.stringify(answer, undefined, 2));
}

function bodyOf(data: string | undefined): unknown {
  if (data === undefined) return undefined;
  const isFile = data === '-' || data.startsWith('@');
  try {
    return JSON.parse(isFile ? readFileSync(data === '-' ? 0 : data.slice(1), 'utf8') : data);
  } catch (error) {
    throw new UsageError(`--data: ${error instanceof Error ? error.message : String(error)}`);
  }
}
