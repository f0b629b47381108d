// How much of this process one API key, or one console session, may keep busy. Each host process counts for itself.
import { keyRequestsMost, placesForEach } from '#core';
import type { Context } from '../routes/route.ts';
import { markAuthenticated } from '../transport/authenticated-requests.ts';

type Step = (ctx: Context, next: () => Promise<unknown>) => Promise<unknown>;

/**
 * Comes when it is known who asks, and before the body is read. A place is held until the work is through and the answer
 * taken: a body that trickles and an answer that nobody reads hold one, and so does work whose client has left.
 */
export function keyConcurrency(): Step {
  const takePlace = placesForEach(
    keyRequestsMost,
    `this process works on ${keyRequestsMost} requests of this key already; try again when some are through`,
  );
  return (ctx, next) => {
    const { caller, member } = ctx.state;
    const whose = caller?.actor ?? member?.sessionId;
    if (whose === undefined) throw new Error('a place was asked for without a caller');
    const leave = takePlace(whose);
    markAuthenticated(ctx.req);
    const worked = next();
    void Promise.allSettled([worked, answered(ctx)]).then(leave);
    return worked;
  };
}

/** Resolves when the answer is through or its connection gone. */
function answered({ req: { socket }, res }: Context): Promise<void> {
  return new Promise((resolve) => {
    if (socket.destroyed || res.closed) resolve();
    else res.once('close', resolve);
  });
}
