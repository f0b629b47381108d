import { expect } from 'chai';
import fc from 'fast-check';
import { ServiceError } from './errors.ts';
import { assertPayable } from './invoice-rules.ts';

const invoice = (status: string | null, amount_due: number | null) => ({ fields: { status, amount_due } });

/** Why the payment is refused. */
function faultOf(...payment: Parameters<typeof assertPayable>): string | undefined {
  try {
    return assertPayable(...payment) ?? undefined;
  } catch (error) {
    return error instanceof ServiceError ? error.details.reason : String(error);
  }
}

describe('the guard of a payment', () => {
  const table: readonly [string | null, number | null, number, string | undefined][] = [
    ['AUTHORISED', 115, 115, undefined],
    ['AUTHORISED', 115, 0.01, undefined],
    ['AUTHORISED', 0.3, 0.3, undefined],
    ['AUTHORISED', 115, 115.01, 'amount_exceeds_due'],
    ['AUTHORISED', null, 1, 'amount_exceeds_due'],
    ['DRAFT', 115, 1, 'invoice_not_payable'],
    ['SUBMITTED', 115, 1, 'invoice_not_payable'],
    ['PAID', 0, 1, 'invoice_not_payable'],
    ['VOIDED', 115, 1, 'invoice_not_payable'],
    ['DELETED', 115, 1, 'invoice_not_payable'],
    [null, 115, 1, 'invoice_not_payable'],
  ];
  for (const [status, due, amount, reason] of table) {
    it(`${reason ?? 'lets'} ${amount} on ${due} of one that is ${status}`, () => {
      expect(faultOf(invoice(status, due), amount)).to.equal(reason);
    });
  }

  it('compares cents, not floating points', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 10 ** 9 }), fc.integer({ min: 1, max: 10 ** 9 }), (due, paid) => {
        const fault = faultOf(invoice('AUTHORISED', due / 100), paid / 100);
        expect(fault === undefined).to.equal(paid <= due);
      }),
    );
  });
});
