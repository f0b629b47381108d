import { expect } from 'chai';
import { type BarredAct, type Json, ServiceError } from '#core/ports';
import { barredOf } from './barred-acts.ts';
import type { Caller } from './caller.ts';

const access = { accessToken: 't', tenantId: 'tenant', report: () => {} };

async function barredBy(json: Json): Promise<readonly BarredAct[]> {
  const caller = { json: async () => ({ json, status: 200, purpose: {} }) } as unknown as Caller;
  return barredOf(caller).barred(access);
}

const action = (Name: Json, Status: Json = 'NOT-ALLOWED') => ({ Name, Status });

describe('what the provider bars', () => {
  const table: readonly (readonly [what: string, answer: Json, acts: readonly object[]])[] = [
    ['nothing', { Actions: [action('CreateDraftBill', 'ALLOWED')] }, []],
    [
      'one act',
      { Actions: [action('CreateDraftBill')] },
      [{ type: 'invoices', side: 'payable', statuses: ['DRAFT', 'SUBMITTED'] }],
    ],
    ['files', { Actions: [action('AttachFilesIntoInvoice')] }, [{ type: 'invoices', part: 'attachments' }]],
    ['acts that no write of ours makes', { Actions: [action('AdministerPayroll'), action('CreateRepeatingBill')] }, []],
    ['names of every object', { Actions: [action('constructor'), action('__proto__')] }, []],
    ['a status that is new', { Actions: [action('CreateDraftBill', 'PERHAPS')] }, []],
    ['odd entries', { Actions: [null, 'CreateDraftBill', action(7), [action('CreateDraftBill')], {}] }, []],
    ['no list', {}, []],
  ];
  for (const [what, answer, acts] of table) {
    it(`is read from an answer with ${what}`, async () => expect(await barredBy(answer)).to.deep.equal(acts));
  }

  it('is not known where the provider refuses to say', async () => {
    const refused = new ServiceError('ACTION_REQUIRED', 'no', { reason: 'scope_missing' });
    const caller = { json: () => Promise.reject(refused) } as unknown as Caller;
    expect(
      await barredOf(caller)
        .barred(access)
        .catch((error: unknown) => error),
    ).to.equal(refused);
  });
});
