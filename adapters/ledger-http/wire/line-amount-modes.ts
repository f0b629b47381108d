/** Provider: how amounts relate to tax, in the casing of invoices and purchase orders; quotes shout. */
export const lineAmountModes = { exclusive: 'Exclusive', inclusive: 'Inclusive', no_tax: 'NoTax' } as const;

export const quoteLineAmountModes = { exclusive: 'EXCLUSIVE', inclusive: 'INCLUSIVE', no_tax: 'NOTAX' } as const;
