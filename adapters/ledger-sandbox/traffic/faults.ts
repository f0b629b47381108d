/** Faults that a test puts in the way of the next matching requests. */
import type { Reply } from '../http/message.ts';

export interface Fault {
  readonly method: string | undefined;
  /** An exact path without query, or one that ends in `*`. */
  readonly path: string | undefined;
  readonly status: number | undefined;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** Waits before processing. */
  readonly hangMs: number;
  /** Waits after processing, so that a write is committed and its answer late. */
  readonly hangAfterMs: number;
  /** `before`: not processed. `after`: processed and committed. Then the answer is lost. */
  readonly drop: 'before' | 'after' | undefined;
  /** The answer is stored under the call's idempotency key, as the provider stores its own failures. */
  readonly store: boolean;
}

const maxFaults = 1000;

const pathFits = (wanted: string | undefined, path: string): boolean =>
  wanted === undefined ||
  (wanted.endsWith('*') ? path.startsWith(wanted.slice(0, -1).toLowerCase()) : path === wanted.toLowerCase());

export function createFaults() {
  let armed: { readonly fault: Fault; left: number }[] = [];
  return {
    /** False when too many are armed already. */
    arm(fault: Fault, times: number): boolean {
      if (armed.length >= maxFaults) return false;
      armed.push({ fault, left: times });
      return true;
    },
    /** The first armed fault that fits, used up by one. */
    take(method: string, path: string): Fault | undefined {
      if (armed.length === 0) return undefined;
      const lower = path.toLowerCase();
      const entry = armed.find(
        ({ fault }) => (fault.method === undefined || fault.method === method) && pathFits(fault.path, lower),
      );
      if (!entry) return undefined;
      entry.left -= 1;
      if (entry.left <= 0) armed = armed.filter((other) => other !== entry);
      return entry.fault;
    },
    clear(): void {
      armed = [];
    },
  };
}

/** An answer that replaces the real one and is stored under the idempotency key. */
export interface StoredFault {
  readonly reply: Reply;
  /** Whether the call is carried out all the same. */
  readonly processes: boolean;
}

export type Faults = ReturnType<typeof createFaults>;

/** The answer of a fault that names a status; undefined when it names none. */
export function faultReply(fault: Fault): Reply | undefined {
  if (fault.status === undefined) return undefined;
  return { status: fault.status, headers: fault.headers, body: fault.body };
}

/** Undefined for a fault whose answer is not stored. */
export function storedFault(fault: Fault | undefined): StoredFault | undefined {
  const reply = fault?.store ? faultReply(fault) : undefined;
  return reply && { reply, processes: fault?.drop === 'after' };
}
