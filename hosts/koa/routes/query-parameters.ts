import {
  bankKinds,
  comparedField,
  cursorLengthMax,
  dayFieldOf,
  documentSides,
  familyOf,
  hasField,
  type ListFilters,
  pageLimitDefault,
  pageLimitMax,
  type ResourceType,
  sortsOf,
  sumPeriods,
} from '#core';
import type { Parameter } from './route.ts';

const limit: Parameter = {
  name: 'limit',
  description:
    'The largest number of items on a page. A page ends earlier if more would not fit into 4 MiB: `meta.has_more` is then true and `meta.next_cursor` continues with the next item.',
  schema: { type: 'integer', minimum: 1, maximum: pageLimitMax, default: pageLimitDefault },
};

/** The default for a list that callers want whole: the largest page. */
export const wholePageLimit: Parameter = { ...limit, schema: { ...limit.schema, default: pageLimitMax } };

export const listParameters: readonly Parameter[] = [
  limit,
  {
    name: 'page',
    description:
      'A page by its number: it begins after `page - 1` times `limit` items. A page with fewer items than `limit` and `meta.has_more` ended early; read its rest by `meta.next_cursor`, not by the next number. A page beyond the last is empty. Not together with `cursor`.',
    schema: { type: 'integer', minimum: 1, default: 1 },
  },
  {
    name: 'cursor',
    description:
      'Continues from `meta.next_cursor` of an earlier answer, as fast as the first page. Opaque. Not together with `page`.',
    schema: { type: 'string', maxLength: cursorLengthMax },
  },
];

/** Of sums of what ended. */
export const periodParameter: Parameter = {
  name: 'period',
  description:
    'How far back the sums go, in whole hours: `1h` (the hour that runs and the one before), `24h` (by hour), `7d` (six hours each), `30d` (days of UTC). Hours whose operations are deleted are left out.',
  schema: { type: 'string', enum: sumPeriods, default: '24h' },
};

export const includeParameter: Parameter = {
  name: 'include',
  description: '`provider_data` adds the provider’s own document to each record.',
  schema: { type: 'string', enum: ['provider_data'] },
};

export const validateOnlyParameter: Parameter = {
  name: 'validate_only',
  description:
    '`true` only looks whether the write would be taken: 200 with what would be sent, and with what was not checked, or the refusal. Nothing is written or billed; no Idempotency-Key is needed, and the scope `read` suffices. A yes is no promise.',
  schema: { type: 'boolean', default: false },
};

export const previewParameter: Parameter = {
  name: 'preview',
  description: 'The name by which agents’ tools ask for `validate_only`: nothing is written.',
  schema: { type: 'boolean', default: false },
};

/** An exact-match filter by any text, by one of the given words, or by a JSON Schema. */
export function filter(
  name: string,
  description: string,
  values: readonly string[] | Parameter['schema'] = {},
): Parameter {
  return { name, description, schema: { type: 'string', ...(Array.isArray(values) ? { enum: values } : values) } };
}

/** The parameters of a list's filters. */
export function filterParameters(declared: ListFilters): readonly Parameter[] {
  return Object.values(declared).map(({ wire, means, form }) => filter(wire, means, form));
}

const part = { minLength: 2, maxLength: 100 };
const inAnyCase = 'in any case; two characters alone must begin a word';

/** What is said of the sort by what is open, where the field has another name. */
function openOf(type: ResourceType): string {
  const field = comparedField(type, 'amount_due') ?? 'amount_due';
  return field === 'amount_due' ? '' : `. \`amount_due\` is \`${field}\``;
}

/** Which way the money went, and at which bank account. */
function moneyParameters(type: ResourceType, records: string): readonly Parameter[] {
  return [
    ...(hasField(type, 'kind')
      ? [filter('kind', `Only ${records} of money that went out, or that came in.`, bankKinds)]
      : []),
    ...(hasField(type, 'bank_account_id')
      ? [filter('bank_account_id', 'Only records of this bank account: its `id` (`acc_…`) or `provider_id`.')]
      : []),
  ];
}

/** The sorts and field filters of a family's lists. */
export function recordListParameters(type: ResourceType, records: string): readonly Parameter[] {
  const day = (name: string, words: string) =>
    filter(name, `${words} this day, with the day itself: \`YYYY-MM-DD\`, such as \`2026-01-31\`.`, { format: 'date' });
  const amount = (name: string, words: string) =>
    filter(name, `${words} this amount, with the amount itself: a decimal such as \`1250.50\`, compared exactly.`, {
      pattern: '^-?[0-9]{1,15}(\\.[0-9]{1,10})?$',
      examples: ['1250.50'],
    });
  const days = [dayFieldOf(type), hasField(type, 'due_date') ? 'due_date' : undefined].filter(
    (one) => one !== undefined,
  );
  const amounts = ['total', 'amount_due'].filter((name) => comparedField(type, name));
  const { statuses } = familyOf(type);
  const sorts = [...sortsOf(type).keys()].join('|');
  return [
    ...(hasField(type, 'number')
      ? [filter('q', `Only records whose number, reference or contact’s name contains this text, ${inAnyCase}.`, part)]
      : []),
    ...(familyOf(type).findsByName
      ? [filter('name', `Only ${records} whose name contains this text, ${inAnyCase}.`, part)]
      : []),
    ...(familyOf(type).unique === 'code' ? [filter('code', 'Only the record with exactly this code.')] : []),
    ...(hasField(type, 'email')
      ? [filter('email', 'Only contacts with this e-mail address, whole and in any case.')]
      : []),
    ...(hasField(type, 'contact_id')
      ? [filter('contact_id', 'Only records of this contact: its `id` (`con_…`) or `provider_id`.')]
      : []),
    filter(
      'updated_since',
      'Only records that the provider changed at this time or later, by its stamp `provider_updated_at`: ISO 8601 with `Z` or an offset, such as `2026-01-31T09:30:00Z`, cut to milliseconds. Without `sort` the oldest change comes first.',
      { format: 'date-time' },
    ),
    ...(statuses
      ? [
          filter(
            'status',
            `Only records with this status, in any case, or with one of several separated by commas, such as \`${statuses.slice(0, 2).join(',')}\`. Known ones: ${statuses.map((word) => `\`${word}\``).join(', ')}.`,
          ),
        ]
      : []),
    ...(comparedField(type, 'type')
      ? [filter('type', 'Only documents of this side of the books: of sales or of purchases.', documentSides)]
      : []),
    ...moneyParameters(type, records),
    ...(hasField(type, 'currency')
      ? [filter('currency', 'Only records in this currency, by its ISO 4217 code in any case, such as `NZD`.')]
      : []),
    ...days.flatMap((field) => [
      day(`${field}_from`, `Only records whose \`${field}\` is not before`),
      day(`${field}_to`, `Only records whose \`${field}\` is not after`),
    ]),
    ...amounts.flatMap((name) => [
      amount(`${name}_from`, `Only records whose \`${comparedField(type, name)}\` is not less than`),
      amount(`${name}_to`, `Only records whose \`${comparedField(type, name)}\` is not greater than`),
    ]),
    filter(
      'sort',
      `The order of the ${records}, such as \`-updated_at\`: one of \`${sorts}\`, descending with \`-\` before it. \`updated_at\` is \`provider_updated_at\`. A record without a value comes first, in a descending order last. Ties are in the order in which the service first saw the records. Without \`sort\` the record that the service saw last comes first; with a filter by day, the latest day; with one by amount, the greatest${openOf(type)}. A cursor is valid only with the sort and filters that produced it.`,
      { pattern: `^-?(${sorts})$` },
    ),
  ];
}
