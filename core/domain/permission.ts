// What a role allows in the console. The pages hide what is not allowed, and every request is checked here all the same.
import type { Environment } from './caller.ts';
import { ServiceError } from './errors.ts';
import type { MemberRole } from './member.ts';

/**
 * `read` what there is; `operate` the planes (endpoints, replays, connections, provider apps); `test_keys` and
 * `live_keys` make and revoke API keys; `members` are people, roles and the plan.
 */
export const permissions = ['read', 'operate', 'test_keys', 'live_keys', 'members'] as const;
export type Permission = (typeof permissions)[number];

const allowed: Readonly<Record<MemberRole, readonly Permission[]>> = {
  owner: permissions,
  developer: ['read', 'operate', 'test_keys'],
  viewer: ['read'],
};

export function permissionsOf(role: MemberRole): readonly Permission[] {
  return allowed[role];
}

export function assertAllowed(role: MemberRole, permission: Permission): void {
  if (allowed[role].includes(permission)) return;
  throw new ServiceError('FORBIDDEN', `the role ${role} does not allow this; it needs ${permission}`, {
    reason: 'role',
  });
}

export function keyPermission(environment: Environment): Permission {
  return environment === 'live' ? 'live_keys' : 'test_keys';
}
