/** What may be done with the records of a family at a provider. */
export const capabilities = [
  'list',
  'read',
  'create',
  'update',
  'cancel',
  'restore',
  'pdf',
  'email',
  'bulk',
  'native',
] as const;
export type Capability = (typeof capabilities)[number];
