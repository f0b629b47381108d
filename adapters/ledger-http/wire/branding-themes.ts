import { family } from './family.ts';
import { amount, readOnly, text } from './field.ts';

export const brandingThemes = family({
  type: 'branding_themes',
  path: '/BrandingThemes',
  idKey: 'BrandingThemeID',
  fields: [text('name'), amount('sort_order'), text('logo_url')].map(readOnly),
});
