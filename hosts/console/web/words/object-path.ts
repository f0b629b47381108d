export type Environment = 'test' | 'live';

const pages: Readonly<Record<string, string>> = {
  conn: 'connections',
  req: 'requests',
  op: 'operations',
  evt: 'events',
  we: 'webhook-endpoints',
  dlv: 'webhook-deliveries',
  app: 'provider-apps',
};

/** Returns the page of the object with this id; undefined if it has none. */
export function objectPath(environment: Environment, id: string): string | undefined {
  const [, prefix = ''] = /^([a-z]+)_[0-9a-z]{26}$/.exec(id.trim()) ?? [];
  const page = pages[prefix];
  return page === undefined ? undefined : `/console/${environment}/${page}/${id.trim()}`;
}
