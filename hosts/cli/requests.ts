import type { Given, World } from './command.ts';
import { serviceOf } from './service.ts';

export async function listRequests(given: Given, world: World): Promise<void> {
  const limit = given.whole('limit', 20, 1_000);
  const { api } = serviceOf(given, world);
  const asked = { status: given.text('status'), connection_id: given.text('connection'), limit: Math.min(limit, 200) };
  for (const request of await api.requests.list(asked).toArray({ limit })) {
    const { id, created_at, method, route, status, code, duration_ms, error, actor } = request;
    const facts = [created_at.slice(11, 23), method, route, status ?? 'left', `${duration_ms} ms`, id, actor.name];
    const words = [...facts, code, error?.message].filter((one) => one !== null && one !== undefined);
    world.out(given.flag('json') ? JSON.stringify(request) : words.join(' '));
  }
}
