/** The currencies that an organisation has subscribed to. */
import type { Call, RouteTable } from '../http/call.ts';
import { envelope } from '../http/envelope.ts';
import { textAt } from '../http/json.ts';
import type { Reply } from '../http/message.ts';
import { refuse } from '../http/problems.ts';
import { writeDocuments } from '../http/write-documents.ts';
import { requireAllowed, usualCurrencies } from '../rules/fields.ts';

const names = new Intl.DisplayNames('en', { type: 'currency' });
const shown = (code: string) => ({ Code: code, Description: names.of(code) ?? code });

function subscribed({ books }: Pick<Call, 'books'>): readonly string[] {
  const { currencies = usualCurrencies, currencyCode } = books.tenant;
  return [...new Set([currencyCode, ...currencies])].sort();
}

function currencies(call: Call): Reply {
  const elements = subscribed(call).map((code) => JSON.stringify(shown(code)));
  return envelope(call, { collection: 'Currencies', elements });
}

/** Provider: a currency is added and never removed; one that is there stays as it is. */
function addCurrency(call: Call): Reply {
  return writeDocuments<{ readonly id: string }>(call, {
    ...{ collection: 'Currencies', singular: 'currency', idKey: 'Code', errorFlag: undefined },
    write(inner, body) {
      requireAllowed(inner, 'UseMulticurrency');
      const code = (textAt(body, 'Code') ?? '').toUpperCase();
      if (!/^[A-Z]{3}$/.test(code)) refuse(`The currency code '${code}' is not valid.`);
      const there = subscribed(inner);
      if (!there.includes(code)) inner.books.change({ currencies: [...there, code] });
      return { id: code };
    },
    match: () => undefined,
    echo: (_, { id }) => shown(id),
  });
}

export const currencyRoutes: RouteTable = {
  'GET currencies': { area: 'settings', handle: currencies },
  'PUT currencies': { area: 'settings', handle: addCurrency },
};
