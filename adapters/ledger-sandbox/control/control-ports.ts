import type { Consent } from '../access/consent.ts';
import type { Grants } from '../access/grants.ts';
import type { Books } from '../books/books.ts';
import type { JsonObject } from '../http/json.ts';
import type { Notifier } from '../notices/notifier.ts';
import type { Faults } from '../traffic/faults.ts';
import type { RateLimitGate } from '../traffic/rate-limits.ts';
import type { RequestLog } from '../traffic/request-log.ts';
import type { Clock } from './clock.ts';
import type { QuirkSwitch } from './quirk-switch.ts';

export interface ControlPorts {
  readonly books: Books;
  readonly clock: Clock;
  readonly quirkSwitch: Pick<QuirkSwitch, 'set' | 'reset'>;
  readonly limits: RateLimitGate;
  readonly faults: Faults;
  readonly requests: RequestLog;
  readonly notifier: Notifier;
  readonly grants: Grants;
  readonly consent: Consent;
  readonly signatureHeader: string;
  newId(): string;
  reseed(): void;
}

/** Answers a control call with its result, or `{}` without one. */
export type Control = (body: JsonObject, query: URLSearchParams) => object | Promise<object>;
export type Controls = Readonly<Record<string, Control>>;
