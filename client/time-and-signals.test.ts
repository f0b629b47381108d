import { expect } from 'chai';
import { answered, clientOver, cut, errorOf } from './testing/scripted-fetch.ts';

const invoice = { id: 'inv_1', number: 'INV-1' };
const body = { contact_id: 'con_1', line_items: [{ description: 'Bench', quantity: 2, unit_amount: 50 }] };

describe('time and signals', () => {
  const never = ({ signal }: { readonly signal: AbortSignal }) =>
    new Promise<Response>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));

  it('give up a try that gets no answer in time, and try again', async () => {
    const { lp } = clientOver([never, answered({ item: invoice }, 201)], { timeoutMs: 10 });
    expect(await lp.invoices.create('conn_1', body)).to.deep.equal(invoice);
    const slow = clientOver([never], { maxRetries: 1 }).lp;
    const error = await errorOf(slow.invoices.create('conn_1', body, { timeoutMs: 10 }));
    expect(error).to.include({ code: 'TIMEOUT', outcome: 'unknown', attempts: 2, retryable: true });
  });

  it('have no end where the time is longer than a timer can be', async () => {
    const later = ({ signal }: { readonly signal: AbortSignal }) =>
      new Promise<Response>((resolve, reject) => {
        signal.addEventListener('abort', reject);
        setTimeout(resolve, 2, answered({ item: invoice }));
      });
    const { lp, sent } = clientOver([later], { maxRetries: 0 });
    for (const timeoutMs of [Number.POSITIVE_INFINITY, 30 * 86_400_000])
      expect(await lp.invoices.get('conn_1', 'inv_1', { timeoutMs })).to.deep.equal(invoice);
    expect(sent).to.have.length(2);
  });

  it('end a call at its signal, while it is sent and between its tries', async () => {
    const sending = new AbortController();
    const { lp, sent } = clientOver([never]);
    const call = lp.invoices.create('conn_1', body, { signal: sending.signal });
    sending.abort(new Error('enough'));
    expect(await errorOf(call)).to.include({ code: 'ABORTED', outcome: 'unknown', attempts: 1 });
    const waiting = new AbortController();
    const hooks = { response: () => void setImmediate(() => waiting.abort()) };
    const between = clientOver([cut('ECONNREFUSED')], { backoffMs: 60_000, hooks }).lp;
    const ended = await errorOf(between.invoices.create('conn_1', body, { signal: waiting.signal }));
    expect(ended).to.include({ code: 'ABORTED', outcome: 'not_applied', attempts: 1 });
    expect(sent).to.have.length(1);
  });

  it('send nothing once the signal has ended the call', async () => {
    const { lp, sent } = clientOver([answered({})]);
    const error = await errorOf(lp.invoices.create('conn_1', body, { signal: AbortSignal.abort() }));
    expect(error).to.include({ code: 'ABORTED', outcome: 'not_applied', attempts: 0 });
    expect(sent).to.have.length(0);
  });
});
