// What the API answers about the organization itself: keys, people, sessions, the audit log and usage.
import type { Environment } from '../words/object-path.ts';
import type { Role } from './wire.ts';

export interface ApiKey {
  readonly id: string;
  readonly environment: Environment;
  readonly name: string;
  readonly prefix: string;
  readonly last_four: string;
  readonly created_at: string;
  readonly last_used_at: string | null;
  readonly revoked_at: string | null;
  /** Only in the answer that makes it. */
  readonly secret?: string;
}

export interface Member {
  readonly id: string;
  readonly email: string;
  readonly role: Role;
  readonly password_is_temporary: boolean;
  readonly temporary_password_until: string | null;
  readonly created_at: string;
  /** Only in the answer that makes it. */
  readonly temporary_password?: string;
}

export interface OwnSession {
  readonly id: string;
  readonly agent: string;
  readonly is_this_one: boolean;
  readonly created_at: string;
  readonly last_seen_at: string;
  readonly expires_at: string;
}

export interface AuditEntry {
  readonly id: string;
  readonly at: string;
  readonly actor: string;
  readonly action: string;
  readonly subject: string;
  readonly environment: Environment | null;
  readonly details: Readonly<Record<string, unknown>>;
  readonly request_id: string;
}

export interface UsageItem {
  readonly day: string | null;
  readonly connection_id: string | null;
  readonly meter: string;
  readonly quantity: number;
  readonly billable: boolean;
}
