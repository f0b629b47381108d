/**
 * Writes a decimal, such as `-12.5`, as a text whose order by bytes is the order of the numbers, exactly and of any size:
 * SQLite has no decimals, and binary numbers would round. A sign (`n`, `o` for zero, `p`), the exponent, the digits.
 */
export function orderedDecimal(decimal: string): string {
  const [, minus, whole = '', fraction = '', power = '0'] =
    /^(-?)(\d+)(?:\.(\d+))?(?:e([+-]?\d+))?$/.exec(decimal) ?? [];
  const all = `${whole}${fraction}`;
  const digits = all.replace(/^0+|0+$/g, '');
  if (digits === '') return 'o';
  const leading = all.length - all.replace(/^0+/, '').length;
  const exponent = middle + whole.length - leading + Number(power);
  if (minus === '') return `p${padded(exponent)}${digits}`;
  const complement = digits.replace(/\d/g, (digit) => String(9 - Number(digit)));
  // `~` sorts behind digits: of two negative numbers the longer one is the lesser.
  return `n${padded(2 * middle - exponent)}${complement}~`;
}

/** The exponents of binary numbers are from -323 to 309. */
const middle = 500;

function padded(exponent: number): string {
  return String(exponent).padStart(3, '0');
}
