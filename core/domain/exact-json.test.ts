import { expect } from 'chai';
import fc from 'fast-check';
import { ServiceError } from './errors.ts';
import { exactJson, isExactNumber, isWholeText } from './json.ts';

const exact = [
  ...[
    '0',
    '-0',
    '0.0',
    '0e9999',
    '1',
    '-1',
    '0.1',
    '1.10',
    '1.1000000000000000000000',
    '100',
    '1E2',
    '1e+2',
    '12.5e-1',
  ],
  ...['9007199254740991', '9007199254740992', '9007199254740994', '9999999999.9999', '0.30000000000000004'],
  ...['123456789012345.67', '1e308', '5e-324', '1e21', '1000000000000000000000', '1.7976931348623157e308'],
];
const inexact = [
  ...['9007199254740993', '-9007199254740993', '12345678901234567890', '0.1234567890123456789', '1e400', '-1e400'],
  ...[
    '1e-400',
    '4e-324',
    '1180591620717411303424',
    '0.30000000000000003',
    '1.00000000000000000001',
    '123456789012345.678',
  ],
];

describe('reading JSON exactly', () => {
  for (const source of exact) it(`takes ${source}`, () => expect(isExactNumber(source)).to.equal(true));
  for (const source of inexact) it(`refuses ${source}`, () => expect(isExactNumber(source)).to.equal(false));

  it('takes every double as it is printed, with any power and any zeros', () =>
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), fc.nat(30), (value, zeros) => {
        const printed = JSON.stringify(value);
        expect(isExactNumber(printed)).to.equal(true);
        expect(isExactNumber(value.toExponential())).to.equal(true);
        if (printed.includes('.') && !printed.includes('e'))
          expect(isExactNumber(printed + '0'.repeat(zeros))).to.equal(true);
      }),
    ));

  it('takes a decimal if and only if it comes out as the same decimal', () =>
    fc.assert(
      fc.property(fc.bigInt({ min: -(10n ** 25n), max: 10n ** 25n }), fc.nat(25), (digits, places) => {
        const text = String(digits < 0n ? -digits : digits).padStart(places + 1, '0');
        const whole = text.slice(0, text.length - places);
        const fraction = places === 0 ? '' : `.${text.slice(text.length - places)}`;
        const source = `${digits < 0n ? '-' : ''}${whole}${fraction}`;
        // The exact digits of the double, taken from its shortest form.
        const [, shown = '0', power = '0'] = /^(.*?)e(.*)$/.exec(Number(source).toExponential()) ?? [];
        const printed = BigInt(shown.replace('.', ''));
        const shift = Number(power) - (shown.split('.')[1]?.length ?? 0) + places;
        const same =
          shift >= 0 ? printed * 10n ** BigInt(shift) === digits : printed === digits * 10n ** BigInt(-shift);
        expect(isExactNumber(source), source).to.equal(same);
      }),
    ));

  it('reads what JSON.parse reads, as long as every number is exact', () =>
    fc.assert(
      // Another test proves that such a key is refused.
      fc.property(
        fc.json({ noUnicodeString: false }).filter((text) => !text.includes('__proto__')),
        (text) => {
          expect(exactJson(text)).to.deep.equal(JSON.parse(text));
        },
      ),
    ));

  const pathOf = (text: string): string | undefined => {
    try {
      exactJson(text);
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      return error.details.errors?.[0]?.path;
    }
    return undefined;
  };

  it('names the first number that is not exact by its path', () => {
    expect(
      pathOf('{"provider_data":{"LineItems":[{"Quantity":1},{"Quantity":12345678901234567890}],"b":1e400}}'),
    ).to.equal('provider_data.LineItems[1].Quantity');
    expect(pathOf('{"metadata":{"a":[[0,[9007199254740993]]]}}')).to.equal('metadata.a[0][1][0]');
    expect(pathOf('{"a":1,"a":{"b":1e400}}')).to.equal('a.b');
    expect(pathOf('{"a":"12345678901234567890 and 1e400"}')).to.equal(undefined);
    expect(pathOf('{ "a" : -1e400 }')).to.equal('a');
  });

  it('refuses a document that names its own prototype, however that is written', () => {
    for (const text of ['{"__proto__":{}}', '{"a":{"\\u005f_proto__":1}}']) {
      expect(() => exactJson(text)).to.throw(SyntaxError);
    }
  });

  it('leaves to the schemas what is nested without end', () => {
    const text = `${'{"a":'.repeat(50_000)}1e400${'}'.repeat(50_000)}`;
    expect(() => exactJson(text)).not.to.throw();
  });

  it('knows whole texts from halves', () => {
    for (const text of ['', 'a', '😀', '\ufffd', 'a\u0301']) expect(isWholeText(text)).to.equal(true);
    for (const text of ['\0', 'a\0b', '\ud83d', '\ude00\ud83d', 'x\ud800']) expect(isWholeText(text)).to.equal(false);
  });
});
