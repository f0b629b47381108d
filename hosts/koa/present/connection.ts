// A connection as callers see it, with what its customer may read of it.
import { connectionView, followView, locales, type MonitoredConnection, type ShownConnection } from '#core';
import { type AnswerOf, type ConnectionAnswer, oneOf, type RawQuery } from '#core/schemas';
import { speechIn } from '../connect-page/speech.ts';
import { filter } from '../routes/query-parameters.ts';
import type { Call } from '../routes/route.ts';

export const localeParameter = filter(
  'locale',
  'The language of `customer_message`; without it the best of `Accept-Language`, else English.',
  locales,
);

type Asked = Pick<Call<string>, 'query' | 'language'>;

/** Throws BAD_REQUEST for an unknown `locale`. `rest` is the query without it. */
export function inLanguage({ query, language }: Asked): {
  readonly rest: RawQuery;
  readonly view: (shown: ShownConnection) => AnswerOf<typeof ConnectionAnswer>;
} {
  const { locale, ...rest } = query;
  const speech = speechIn(oneOf('locale', typeof locale === 'string' ? locale : undefined, locales) ?? language);
  const view = (shown: ShownConnection): AnswerOf<typeof ConnectionAnswer> => ({
    ...connectionView(shown),
    ...followView(shown),
    customer_message: customerMessage(shown, speech.say),
  });
  return { rest, view };
}

/** For a reason of an active connection's health, a sentence of the hosted pages. */
export const customerWords = {
  authorization: 'customer_unreachable',
  scope_missing: 'customer_scope_missing',
  rate_limited: 'customer_delayed',
  provider_unavailable: 'customer_unreachable',
  sync_failed: 'customer_delayed',
} as const;

/** Null while nothing is wrong. It names nothing that only the customer's supplier can mend. */
function customerMessage(monitored: MonitoredConnection, say: ReturnType<typeof speechIn>['say']): string | null {
  const { reason } = monitored.health;
  if (reason === null) return null;
  const key = monitored.status === 'action_required' ? 'customer_reconnect' : customerWords[reason];
  return say(key, { tenant: monitored.providerTenantName ?? monitored.externalAccountId });
}
