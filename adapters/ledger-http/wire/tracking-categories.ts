import { family } from './family.ts';
import { list, readOnly, text } from './field.ts';

const optionFields = [text('id', 'TrackingOptionID'), text('name'), text('status')];

export const trackingCategories = family({
  type: 'tracking_categories',
  path: '/TrackingCategories',
  idKey: 'TrackingCategoryID',
  query: { includeArchived: 'true' },
  fields: [text('name'), text('status'), list('options', 'Options', optionFields)].map(readOnly),
});
