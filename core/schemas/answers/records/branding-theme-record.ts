import { field } from './field.ts';
import { recordOf } from './record-frame.ts';

export const BrandingThemeRecord = recordOf('branding_themes', {
  name: field.text,
  sort_order: field.number,
  logo_url: field.text,
});
