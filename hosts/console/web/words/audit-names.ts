import { type Environment, objectPath } from './object-path.ts';

/** Returns the page of the audited object. */
export function auditPath(subject: string, environment: Environment | null): string | undefined {
  if (subject.startsWith('user_')) return '/console/members';
  if (subject.startsWith('alert_')) return '/console/alerts';
  if (subject.startsWith('key_')) return '/console/api-keys';
  return environment === null ? undefined : objectPath(environment, subject);
}

const kinds: Readonly<Record<string, string>> = {
  alert: 'Destination of alerts',
  app: 'Provider app',
  conn: 'Connection',
  csn: 'Session',
  dlv: 'Delivery',
  fct: 'Second factor',
  ivt: 'Invitation',
  key: 'API key',
  op: 'Operation',
  org: 'Organization',
  user: 'Former member',
  we: 'Webhook endpoint',
};

/** Says what kind of thing an id names, with its end: `Session …ca48na`; an unknown id is cut in its middle. */
export function kindWords(id: string): string {
  const [, prefix = '', tail = ''] = /^([a-z]+)_[0-9a-z]*([0-9a-z]{6})$/.exec(id) ?? [];
  const kind = kinds[prefix];
  return kind === undefined ? id : `${kind} …${tail}`;
}
