import * as v from 'valibot';
import { capabilities } from '../domain/capability.ts';
import { requestEffects, requestMethods, templateProblem } from '../domain/provider-request.ts';
import { reportNames } from '../domain/report-query.ts';
import { resourceTypes } from '../domain/resource.ts';
import { flag, oneWord, wholeFrom } from '../families/request-fields.ts';

const text = v.pipe(v.string('must be a text'), v.trim(), v.minLength(1, 'must not be empty'));
const seconds = wholeFrom(1, 86_400);
const calls = wholeFrom(1, 1_000_000_000);

const FamilyTraitsSchema = v.strictObject({
  can: v.array(oneWord(capabilities)),
  writableFields: v.nullable(v.array(text)),
  dropped: v.optional(v.array(v.strictObject({ field: text, ofType: text, instead: text }))),
  idForm: oneWord(['uuid', 'digits', 'text']),
  sync: oneWord(['changes', 'whole']),
  isNotified: flag(),
  updateReplaces: flag(),
  replacedParts: v.optional(v.array(text)),
  foundBy: v.array(text),
  together: v.strictObject({
    reads: wholeFrom(0, 1000),
    creates: wholeFrom(0, 1000),
    updates: wholeFrom(0, 1000),
  }),
});

const ListedPathSchema = v.strictObject({
  template: v.pipe(
    text,
    v.rawCheck(({ dataset, addIssue }) => {
      const problem = dataset.typed ? templateProblem(dataset.value) : undefined;
      if (problem !== undefined) addIssue({ message: problem });
    }),
  ),
  methods: v.pipe(v.array(oneWord(requestMethods)), v.minLength(1, 'must not be empty')),
  effect: oneWord(requestEffects),
  query: v.array(text),
  scope: text,
  family: v.optional(oneWord(resourceTypes)),
  touches: v.optional(v.strictObject({ family: oneWord(resourceTypes), at: v.optional(wholeFrom(0, 20)) })),
});

const RequestTraitsSchema = v.strictObject({
  listed: v.array(
    v.pipe(
      ListedPathSchema,
      v.check(
        ({ methods, effect }) => methods.every((method) => (method === 'GET') === (effect === 'read')),
        'must read by GET alone',
      ),
    ),
  ),
  owned: v.array(
    v.strictObject({ collection: text, family: oneWord(resourceTypes), parts: v.record(v.string(), text) }),
  ),
});

const families = v.strictObject(
  Object.fromEntries(resourceTypes.map((type) => [type, v.optional(FamilyTraitsSchema)])),
);

const TraitsSchema = v.strictObject({
  title: text,
  aliases: v.array(text, 'must be a list'),
  limits: v.strictObject({ perMinute: calls, inFlight: calls, perDay: calls, appPerMinute: v.nullable(calls) }),
  repeats: v.pipe(
    v.strictObject({
      // Less would be used up before a lost answer is missed.
      keySeconds: v.nullable(wholeFrom(60, 31_536_000)),
      marks: v.nullable(v.strictObject({ settleSeconds: seconds })),
    }),
    v.check(({ keySeconds, marks }) => keySeconds !== null || marks !== null, 'must have keySeconds or marks'),
  ),
  comparesAndSets: flag(),
  polledSeconds: v.nullable(wholeFrom(10, 86_400)),
  overlapSeconds: wholeFrom(0, 86_400),
  rounding: oneWord(['half_up', 'half_even']),
  noTax: v.nullable(text),
  quoteConversion: v.nullable(oneWord(['copied', 'native'])),
  tellsLockDates: v.optional(flag()),
  callBytesMost: wholeFrom(10_000, 1_000_000_000),
  attachments: v.optional(
    v.strictObject({ bytesMost: wholeFrom(1, 1_000_000_000), filesMost: v.nullable(wholeFrom(1, 1_000_000)) }),
  ),
  reports: v.optional(v.array(oneWord(reportNames))),
  requests: v.optional(RequestTraitsSchema),
  families,
});

/** Describes the first trait with a wrong form, by a path such as `limits.perMinute`; undefined if all are right. */
export function traitsProblem(traits: unknown): string | undefined {
  const parsed = v.safeParse(TraitsSchema, traits, { abortEarly: true });
  if (parsed.success) return undefined;
  const [issue] = parsed.issues;
  const path = v.getDotPath(issue) ?? 'traits';
  if (issue.type !== 'strict_object') return `${path} ${issue.message}`;
  return issue.expected === 'never' ? `${path} is no trait` : `${path} is missing`;
}
