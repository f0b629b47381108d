import { type Environment, objectPath } from './object-path.ts';

/** Names who acted by e-mail address or key name; by id where that member or key no longer exists. */
export function auditName(actor: string, names: ReadonlyMap<string, string>): string {
  if (actor === 'system') return 'The service itself';
  if (actor === 'operator') return 'An operator of the service';
  return names.get(actor) ?? (actor.startsWith('user_') ? `A former member (${actor.slice(-6)})` : actor);
}

/** Returns the page of the audited object. */
export function auditPath(subject: string, environment: Environment | null): string | undefined {
  if (subject.startsWith('user_')) return '/console/members';
  if (subject.startsWith('key_')) return '/console/api-keys';
  return environment === null ? undefined : objectPath(environment, subject);
}
