import { family } from './family.ts';
import { amount, readOnly, text } from './field.ts';

export const brandingThemes = family({
  type: 'branding_themes',
  path: '/BrandingThemes',
  idKey: 'BrandingThemeID',
  fields: [text('name', 'Name'), amount('sort_order', 'SortOrder'), text('logo_url', 'LogoUrl')].map(readOnly),
});
