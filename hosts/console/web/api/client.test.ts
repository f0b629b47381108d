import { expect } from 'chai';
import { useFakeTimers } from 'sinon';
import { createClient, newKey } from './client.ts';
import { Failure } from './failure.ts';
import { onSlowness } from './slowness.ts';

describe('client', () => {
  const original = globalThis.fetch;
  afterEach(() => {
    globalThis.fetch = original;
  });

  function answering(status: number, body: unknown) {
    const seen: { path: string; init: RequestInit }[] = [];
    globalThis.fetch = (async (path: string, init: RequestInit) => {
      seen.push({ path, init });
      return new Response(typeof body === 'string' ? body : JSON.stringify(body), { status });
    }) as typeof fetch;
    return seen;
  }

  const never = async () => false;
  const refused = async (promise: Promise<unknown>): Promise<Failure> => {
    const error = await promise.then(
      () => undefined,
      (e: unknown) => e,
    );
    expect(error).to.be.instanceOf(Failure);
    return error as Failure;
  };

  it('sends the CSRF token and the action’s key with changes', async () => {
    const seen = answering(202, { success: true, message: 'ok', data: { a: 1 } });
    const client = createClient(() => 'token', never);
    const { data } = await client.send('POST', 'test/x', { body: { reason: 'r' }, idempotencyKey: 'k' });
    expect(data).to.deep.equal({ a: 1 });
    expect(seen[0]?.path).to.equal('/accounting/test/x');
    expect(seen[0]?.init.headers).to.include({ 'X-CSRF-Token': 'token', 'Idempotency-Key': 'k' });
  });

  it('tells what the service said, field by field', async () => {
    answering(400, {
      success: false,
      message: 'url is wrong',
      code: 'BAD_REQUEST',
      request_id: 'req_1',
      errors: [{ path: 'event_types[0]', message: 'is unknown' }],
    });
    const failure = await refused(createClient(() => '', never).get('x'));
    expect(failure).to.include({ message: 'url is wrong', code: 'BAD_REQUEST', requestId: 'req_1', status: 400 });
    expect(failure.field('event_types')).to.equal('is unknown');
    expect(failure.field('url')).to.equal(undefined);
  });

  it('makes a failed call once more, with its key and the new token, if that is recovered', async () => {
    const [codes, tokens] = [[] as string[], ['old', 'new', 'newer']];
    const recovers = async ({ code, reason }: Failure) => {
      codes.push(`${code} ${reason}`);
      return reason === 'signed_out';
    };
    const client = createClient(() => tokens.shift() ?? '', recovers);
    const seen = answering(401, { message: 'sign in', code: 'UNAUTHORIZED', reason: 'signed_out' });
    await refused(client.send('POST', 'test/x', { idempotencyKey: 'k' }));
    const sent = seen.map(({ init }) => init.headers as Record<string, string>);
    expect(sent.map((one) => [one['Idempotency-Key'], one['X-CSRF-Token']])).to.deep.equal([
      ['k', 'old'],
      ['k', 'new'],
    ]);
    answering(403, { message: 'no', code: 'FORBIDDEN', reason: 'role' });
    await refused(client.get('x'));
    expect(codes).to.deep.equal(['UNAUTHORIZED signed_out', 'FORBIDDEN role']);
    await refused(createClient(() => '', expect.fail as typeof never).get('session'));
  });

  it('has words for a proxy’s page and for silence', async () => {
    answering(502, '<html>');
    expect(await refused(createClient(() => '', never).get('x'))).to.include({ status: 502, code: 'UNREADABLE' });
    globalThis.fetch = () => Promise.reject(new TypeError('fetch failed'));
    expect(await refused(createClient(() => '', never).get('x'))).to.include({ code: 'UNREACHABLE' });
  });

  it('says after 5 s that a request is slow, until none is, and after 60 s that no answer came', async () => {
    const clock = useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const heard: boolean[] = [];
    const stop = onSlowness((isSlow) => heard.push(isSlow));
    const originalTimeout = AbortSignal.timeout;
    const waits: { readonly ms: number; readonly end: AbortController }[] = [];
    AbortSignal.timeout = (ms) => {
      const end = new AbortController();
      waits.push({ ms, end });
      return end.signal;
    };
    globalThis.fetch = (_, init) =>
      new Promise((_answer, fail) => {
        init?.signal?.addEventListener('abort', () => fail(new DOMException('too long', 'TimeoutError')));
      });
    try {
      const client = createClient(() => '', never);
      const [first, second] = [refused(client.get('x')), refused(client.send('POST', 'y'))];
      await clock.tickAsync(4_999);
      expect(heard).to.deep.equal([]);
      await clock.tickAsync(1);
      expect(heard).to.deep.equal([true, true]);
      for (const { ms, end } of waits) {
        expect(ms).to.equal(60_000);
        end.abort();
      }
      expect([(await first).code, (await second).code]).to.deep.equal(['NO_ANSWER', 'NO_ANSWER']);
      expect(heard.at(-1)).to.equal(false);
      answering(200, { data: 1 });
      await client.get('x');
      await clock.tickAsync(60_000);
      expect(heard).to.have.length(4);
    } finally {
      clock.restore();
      AbortSignal.timeout = originalTimeout;
      stop();
    }
  });

  it('makes UUIDs', () => {
    const keys = new Set(Array.from({ length: 100 }, newKey));
    expect(keys.size).to.equal(100);
    for (const key of keys)
      expect(key).to.match(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  });
});
