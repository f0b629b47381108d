import type { Core } from '#core';

/** What the person at the browser is shown next. */
export type ConnectStep = Awaited<ReturnType<Core['connectSessions']['open']>>;
