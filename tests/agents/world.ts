// What a run of agents needs of a deployment, whether its hosts are parts of this process or processes.
import type { Core } from '#core';
import type { SignedIn } from '../../core/domain/console-session.ts';
import type { Sandbox } from '../walk/client.ts';
import type { KeyName } from './intents.ts';

export interface AgentWorld {
  /** Of the organization, for what its members do; no agent is served by it. */
  readonly core: Core;
  readonly member: SignedIn;
  readonly sandbox: Sandbox;
  readonly tenantId: string;
  readonly connectionId: string;
  /** Connections that no agent reaches, with their books and what must never be heard of them. */
  readonly foreign: readonly { readonly connectionId: string; readonly tenantId: string }[];
  readonly currency: string;
  /** Addresses of the hosts that serve now; never empty. */
  urls(): readonly string[];
  secretOf(name: KeyName): string;
  /** Replaces a key by one that follows it; the old one ends at once. */
  roll(name: KeyName): Promise<void>;
  /** Ends a host in the middle of whatever it does, and starts another in its place. */
  killOne(): Promise<void>;
  killWorker(): Promise<void>;
  /** Lets time pass that somebody was told to wait. */
  rest(seconds: number): Promise<void>;
  close(): Promise<void>;
}

/** Stands in the names of what belongs to others. */
export const canary = 'Zaunkoenig';
