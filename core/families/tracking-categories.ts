import * as v from 'valibot';
import { described, field } from './answer-fields.ts';
import { family } from './family.ts';

const option = v.object({
  id: described(field.text, 'The provider’s id of the option; lines name it as `tracking_option_id`.'),
  name: field.text,
  status: field.text,
});

/** What the lines of documents are marked with, such as a region or a project; people make and change them at the provider. */
export const trackingCategories = family('tracking_categories', {
  idPrefix: 'trk',
  singular: 'tracking category',
  statuses: ['ACTIVE', 'ARCHIVED', 'DELETED'],
  fields: { name: field.text, status: field.text, options: v.array(option) },
});
