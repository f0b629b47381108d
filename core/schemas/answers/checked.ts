import * as v from 'valibot';
import { uncheckedThings } from '../../domain/books-rules.ts';
import { anyObject, described } from '../../families/answer-fields.ts';
import { presenter } from './present.ts';

/** What a look before a write found: no reason to refuse it. */
export const CheckedAnswer = v.object({
  valid: v.literal(true),
  item: described(anyObject, 'What would be sent, in normalized fields; null for a field that it clears.'),
  not_checked: described(
    v.array(v.picklist(uncheckedThings)),
    'What only the provider decides, or does not tell. A yes is no promise.',
  ),
});

export const presentChecked = presenter(CheckedAnswer);
