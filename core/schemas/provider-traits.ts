import * as v from 'valibot';
import { capabilities } from '../domain/capability.ts';
import { resourceTypes } from '../domain/resource.ts';

const wholeBetween = (least: number, most: number) => {
  const message = `must be a whole number from ${least} to ${most}`;
  return v.pipe(v.number(message), v.integer(message), v.minValue(least, message), v.maxValue(most, message));
};
const text = v.pipe(v.string('must be a text'), v.trim(), v.minLength(1, 'must not be empty'));
const seconds = wholeBetween(1, 86_400);
const calls = wholeBetween(1, 1_000_000_000);
const choice = <const T extends readonly string[]>(options: T) =>
  v.picklist(options, `must be one of ${options.join(', ')}`);
const flag = v.boolean('must be true or false');

const FamilyTraitsSchema = v.strictObject({
  can: v.array(choice(capabilities)),
  writableFields: v.nullable(v.array(text)),
  idForm: choice(['uuid', 'digits', 'text']),
  sync: choice(['changes', 'whole']),
  isNotified: flag,
  updateReplaces: flag,
  foundBy: v.array(text),
  together: v.strictObject({
    reads: wholeBetween(0, 1000),
    creates: wholeBetween(0, 1000),
    updates: wholeBetween(0, 1000),
  }),
});

const families = v.strictObject(
  Object.fromEntries(resourceTypes.map((type) => [type, v.optional(FamilyTraitsSchema)])),
);

const TraitsSchema = v.strictObject({
  title: text,
  limits: v.strictObject({ perMinute: calls, inFlight: calls, perDay: calls, appPerMinute: v.nullable(calls) }),
  repeats: v.pipe(
    v.strictObject({
      // Less would be used up before a lost answer is missed.
      keySeconds: v.nullable(wholeBetween(60, 31_536_000)),
      marks: v.nullable(v.strictObject({ settleSeconds: seconds })),
    }),
    v.check(({ keySeconds, marks }) => keySeconds !== null || marks !== null, 'must have keySeconds or marks'),
  ),
  comparesAndSets: flag,
  polledSeconds: v.nullable(wholeBetween(10, 86_400)),
  overlapSeconds: wholeBetween(0, 86_400),
  rounding: choice(['half_up', 'half_even']),
  noTax: v.nullable(text),
  quoteConversion: v.nullable(choice(['copied', 'native'])),
  callBytesMost: wholeBetween(10_000, 1_000_000_000),
  families,
});

/** What is wrong with the form of a provider's traits, naming the first wrong one, such as `limits.perMinute`. */
export function traitsProblem(traits: unknown): string | undefined {
  const parsed = v.safeParse(TraitsSchema, traits, { abortEarly: true });
  if (parsed.success) return undefined;
  const [issue] = parsed.issues;
  const path = v.getDotPath(issue) ?? 'traits';
  if (issue.type !== 'strict_object') return `${path} ${issue.message}`;
  return issue.expected === 'never' ? `${path} is no trait` : `${path} is missing`;
}
