import { field } from './answer-fields.ts';
import { family } from './family.ts';

export const brandingThemes = family('branding_themes', {
  idPrefix: 'brand',
  singular: 'branding theme',
  fields: { name: field.text, sort_order: field.number, logo_url: field.text },
});
