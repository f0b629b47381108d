import { stripVTControlCharacters } from 'node:util';
import { expect } from 'chai';
import { ServiceError } from '#core/ports';
import { createPinoLog } from './index.ts';

function recorder() {
  const lines: Record<string, unknown>[] = [];
  return { lines, destination: { write: (line: string) => void lines.push(JSON.parse(line)) } };
}

describe('pino log', () => {
  it('writes one JSON line with level, time, message and fields', () => {
    const { lines, destination } = recorder();
    createPinoLog({ level: 'info', destination, fields: { host: 'http' } }).info('started', { port: 8080, none: null });
    expect(lines).to.have.length(1);
    expect(lines[0]).to.include({ level: 'info', host: 'http', msg: 'started', port: 8080, none: null });
    expect(lines[0]?.['time']).to.match(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  });

  it('keeps quiet below its level', () => {
    const { lines, destination } = recorder();
    const log = createPinoLog({ level: 'error', destination });
    log.info('no');
    log.warn('no');
    log.error('yes', new Error('x'));
    expect(lines.map((line) => line['msg'])).to.eql(['yes']);
  });

  it('masks secrets by field name at every depth', () => {
    const { lines, destination } = recorder();
    const log = createPinoLog({ level: 'info', destination });
    log.info('call', { authorization: 'x1', access_token: 'x2', client_secret: 'x3', lease_token: 7 });
    const headers = { Authorization: 'x4', cookie: ['x5'], accept: 'application/json' };
    log.info('access', { req: { headers } as never });
    expect(JSON.stringify(lines)).not.to.match(/x[1-5]/);
    expect(lines[0]).to.include({ authorization: '[redacted]', lease_token: 7 });
    expect(lines[1]?.['req']).to.deep.include({
      headers: { Authorization: '[redacted]', cookie: '[redacted]', accept: 'application/json' },
    });
  });

  it('masks secrets by form wherever they stand', () => {
    const { lines, destination } = recorder();
    const log = createPinoLog({ level: 'info', destination });
    const secrets = [
      'acct_live_0123456789abcdefghijklmnopqrstuvwxyzAB',
      'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
      'Bearer abcdefghijkl.mnop',
      'eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiIxIn0.c2ln',
    ];
    for (const secret of secrets) log.error(`with ${secret}`, new Error(`saw ${secret}`), { note: `and ${secret}` });
    const written = JSON.stringify(lines);
    for (const secret of secrets) expect(written).not.to.contain(secret.slice(-10));
    expect(written).to.contain('acct_live_[redacted]');
  });

  it('writes errors with stack, code, reason and causes, but nothing that hangs on them', () => {
    const { lines, destination } = recorder();
    const inner = Object.assign(new TypeError('socket closed'), {
      code: 'ECONNRESET',
      options: { headers: { authorization: 'hidden-credential' } },
      response: { body: 'hidden-document' },
    });
    const outer = new ServiceError('PROVIDER_TIMEOUT', 'no answer', { reason: 'slow' }, inner);
    createPinoLog({ level: 'info', destination }).error('call failed', outer, { attempt: 2 });
    const err = lines[0]?.['err'] as Record<string, unknown>;
    expect(err).to.include({ type: 'ServiceError', message: 'no answer', code: 'PROVIDER_TIMEOUT', reason: 'slow' });
    expect(err['stack']).to.contain('pino-log.test.ts');
    expect(err['cause']).to.include({ type: 'TypeError', code: 'ECONNRESET' });
    expect(JSON.stringify(lines)).not.to.contain('hidden');
  });

  it('survives thrown values that are no errors, and endless chains of causes', () => {
    const { lines, destination } = recorder();
    const log = createPinoLog({ level: 'info', destination });
    const loop = new Error('loop');
    loop.cause = loop;
    log.error('a', loop);
    log.error('b', { password: 'hidden' });
    log.error('c', undefined);
    log.error('d', new AggregateError([new Error('one'), 'two']));
    expect(lines).to.have.length(4);
    expect(JSON.stringify(lines)).not.to.contain('hidden');
    expect(JSON.stringify(lines[3])).to.contain('one');
  });

  it('shows a person the control characters that others wrote, and sends none to the terminal', () => {
    const texts: string[] = [];
    const destination = { write: (line: string) => void texts.push(stripVTControlCharacters(line)) };
    const log = createPinoLog({ level: 'info', format: 'text', destination });
    const evil = '\u001b]0;owned\u0007\u009b2J';
    log.info(`told ${evil}`, { path: evil, [evil]: evil });
    log.info('request', { method: 'GET', route: `/v1/${evil}`, status: 404, ms: 1, request_id: evil });
    expect(texts.join('')).to.contain('\\u001b]0;owned\\u0007\\u009b2J');
    expect(texts.join('').replaceAll('\n', '')).not.to.match(/\p{Cc}/u);
  });

  it('writes text for a person: a request as one line, and not those that only poll', () => {
    const texts: string[] = [];
    const destination = { write: (line: string) => void texts.push(stripVTControlCharacters(line)) };
    const log = createPinoLog({ level: 'info', format: 'text', destination, fields: { host: 'offline' } });
    const request = {
      method: 'GET',
      route: '/v1/connections/:connection_id/invoices',
      connection_id: 'conn_1',
      ms: 3.1,
    };
    log.info('request', { ...request, status: 200, request_id: 'req_1' });
    log.info('request', { ...request, status: 404, request_id: 'req_2', code: 'NOT_FOUND', reason: 'gone' });
    log.info('request', { ...request, status: 200, request_id: 'cli-poll-1' });
    log.info('request', { ...request, route: '/accounting/test/events', status: 200, request_id: 'req_3' });
    log.info('provider call', {
      method: 'PUT',
      path: '/Invoices',
      status: 200,
      ms: 9,
      request_id: 'req_4',
      bytes_in: 3,
    });
    log.warn('slow', { ms: 7, none: null, token: 'x1', nested: { a: 1 } as never });
    log.error('failed', new Error('saw acct_live_0123456789abcdefghijklmnopqrstuvwxyzAB'));
    const lines = texts.map((text) => text.replace(/^\d\d:\d\d:\d\d\.\d{3} /, ''));
    expect(lines.slice(0, 4)).to.deep.equal([
      'GET /v1/connections/conn_1/invoices 200 3.1 ms req_1\n',
      'GET /v1/connections/conn_1/invoices 404 3.1 ms req_2 NOT_FOUND gone\n',
      '  at the provider PUT /Invoices 200 9 ms req_4\n',
      'warn slow ms=7 token=[redacted] nested={"a":1}\n',
    ]);
    expect(lines[4]).to.match(/^error failed\nError: saw acct_live_\[redacted\]\n {4}at /);
    expect(lines).to.have.length(5);
  });
});
