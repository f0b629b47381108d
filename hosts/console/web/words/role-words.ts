import type { Permission, Role } from '../api/wire.ts';
import { namesOf } from './closed-sets.ts';

export const roleSummaries: Readonly<Record<Role, string>> = {
  owner: 'Everything, people and live keys too.',
  developer: 'Everything but people and live keys.',
  viewer: 'Sees everything but secrets, changes nothing.',
};

export const roles = namesOf(roleSummaries);

interface Right {
  readonly words: string;
  readonly roles: readonly Role[];
}

export const rights: Readonly<Record<Permission, Right>> = {
  read: { words: 'See everything but secrets', roles },
  operate: {
    words: 'Connect, sync, replay; change endpoints and provider apps',
    roles: ['owner', 'developer'],
  },
  test_keys: { words: 'Make and revoke test keys', roles: ['owner', 'developer'] },
  live_keys: { words: 'Make and revoke live keys', roles: ['owner'] },
  members: { words: 'Add and remove members, change roles', roles: ['owner'] },
};
