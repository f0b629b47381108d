import { type Environment, objectPath } from './object-path.ts';

/** Returns the page of the audited object. */
export function auditPath(subject: string, environment: Environment | null): string | undefined {
  if (subject.startsWith('user_')) return '/console/members';
  if (subject.startsWith('key_')) return '/console/api-keys';
  return environment === null ? undefined : objectPath(environment, subject);
}
