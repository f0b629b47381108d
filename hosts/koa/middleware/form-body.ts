import bodyParser from 'koa-bodyparser';
import { ServiceError } from '#core';
import type { Context } from '../routes/route.ts';
import { drain } from './drain.ts';
import type { UnauthenticatedBodies } from './unauthenticated-bodies.ts';

const formBodyMaxBytes = 16 * 1024;

/** Reads what a page's form posts. */
export function formBody(bodies: UnauthenticatedBodies) {
  const read = bodyParser({
    enableTypes: ['form'],
    formLimit: `${formBodyMaxBytes}b`,
    onerror: (error, ctx) => {
      drain(ctx.req);
      throw new ServiceError('BAD_REQUEST', 'the form could not be read', {}, error);
    },
  });
  return async (ctx: Context, next: () => Promise<unknown>) => {
    await bodies.read(ctx, () => read(ctx, async () => {}));
    await next();
  };
}

/** A field of the posted form; empty where it is missing or given twice. */
export function formField(ctx: Context, name: string): string {
  const body = ctx.request.body;
  const value =
    typeof body === 'object' && body !== null ? Object.entries(body).find(([key]) => key === name)?.[1] : '';
  return typeof value === 'string' ? value : '';
}
