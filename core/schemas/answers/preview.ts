import * as v from 'valibot';
import { uncheckedThings } from '../../domain/books-rules.ts';
import { anyObject, count, described, field } from '../../families/answer-fields.ts';
import { lookAlikeEntries } from './error.ts';
import { presenter } from './present.ts';
import { MoneyAnswer } from './proposal.ts';

const counted = v.object({ writes: count, amounts: v.array(MoneyAnswer) });

/** What an agent's write would meet; nothing is written, reserved, noted or sent. */
export const PreviewAnswer = v.object({
  preview: v.literal(true),
  item: described(
    v.nullable(anyObject),
    'The record as it would be sent, null for a field that it clears; null if nothing would be sent, and for several writes.',
  ),
  changes: described(
    v.nullable(v.array(v.object({ field: v.string(), before: v.unknown(), after: v.unknown() }))),
    'The fields that would get another value; null where no record that is there is changed.',
  ),
  plan: described(v.nullable(anyObject), 'What an automation would write, by step, or the items of a bulk write.'),
  not_checked: described(
    v.nullable(v.array(v.picklist(uncheckedThings))),
    'What only the provider decides, or does not tell; null where nobody looked. A preview is no promise.',
  ),
  look_alikes: described(
    v.array(
      v.object({
        ...lookAlikeEntries,
        of_item: described(field.text, 'The item of a bulk write that resembles it.'),
        is_named: described(
          v.boolean(),
          'True if it was named as another one, so that the write is not asked about it.',
        ),
      }),
    ),
    'The newest of what each create resembles.',
  ),
  approval: described(v.picklist(['none', 'needed']), 'Whether the write would wait for a person.'),
  approval_reason: described(
    v.nullable(v.picklist(['all', 'high', 'over_limit'])),
    'Why: the key has every write approved, or high ones, or those above a limit.',
  ),
  refusal: described(
    v.nullable(v.object({ code: v.string(), reason: v.string(), message: v.string() })),
    'Why the write would be refused; null if it would be sent, or wait for a person.',
  ),
  limits: v.object({
    counts: described(counted, 'What the write counts against the limits of the key, before tax.'),
    spent: described(counted, 'What the day (UTC) would have with it.'),
    left: described(
      v.object({ writes: v.nullable(count), amounts: v.nullable(v.array(MoneyAnswer)) }),
      'What would be left of the day; null for what has no limit.',
    ),
    over: described(v.boolean(), 'True if it would pass a limit.'),
    passed: described(v.array(v.string()), 'The limits that it would pass, in words.'),
  }),
});

export const presentPreview = presenter(PreviewAnswer);
