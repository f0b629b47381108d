/** Faults that a test arms for the next matching requests. */
import type { Reply } from '../http/message.ts';

export interface Fault {
  readonly method: string | undefined;
  /** An exact path without query, or a prefix that ends in `*`. */
  readonly path: string | undefined;
  readonly status: number | undefined;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** Delay before processing. */
  readonly hangMs: number;
  /** Delay after processing, so that a write is committed and its answer comes late. */
  readonly hangAfterMs: number;
  /** `before`: not processed. `after`: processed and committed. In both cases the answer is lost. */
  readonly drop: 'before' | 'after' | undefined;
  /** True if the answer is stored under the call's idempotency key, as the provider stores its own failures. */
  readonly store: boolean;
}

const maxFaults = 1000;

const pathFits = (wanted: string | undefined, path: string): boolean =>
  wanted === undefined ||
  (wanted.endsWith('*') ? path.startsWith(wanted.slice(0, -1).toLowerCase()) : path === wanted.toLowerCase());

export function createFaults() {
  let armed: { readonly fault: Fault; left: number }[] = [];
  return {
    /** Returns false when too many faults are armed. */
    arm(fault: Fault, times: number): boolean {
      if (armed.length >= maxFaults) return false;
      armed.push({ fault, left: times });
      return true;
    },
    /** Returns the first armed fault that matches, and decrements its count. */
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
  /** True if the call is processed all the same. */
  readonly processes: boolean;
}

export type Faults = ReturnType<typeof createFaults>;

/** The answer of a fault with a status; else undefined. */
export function faultReply(fault: Fault): Reply | undefined {
  if (fault.status === undefined) return undefined;
  return { status: fault.status, headers: fault.headers, body: fault.body };
}

/** Undefined for a fault whose answer is not stored. */
export function storedFault(fault: Fault | undefined): StoredFault | undefined {
  const reply = fault?.store ? faultReply(fault) : undefined;
  return reply && { reply, processes: fault?.drop === 'after' };
}
