import type { Core } from '#core';
import type { Context } from '../routes/route.ts';

/** Establishes who asks; throws UNAUTHORIZED, the same for every cause. Runs before a byte of the body is read. */
export function authentication(core: Core) {
  return async (ctx: Context, next: () => Promise<unknown>) => {
    const header = ctx.get('Authorization');
    ctx.state.caller = await core.access.authenticate(header === '' ? undefined : header, ctx.state.requestId);
    await next();
  };
}
