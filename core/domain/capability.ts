/** The acts on a family's records at a provider, in the words of a refusal: "Books cannot … contacts". */
const deeds = {
  list: 'list',
  read: 'read',
  create: 'create',
  update: 'change',
  cancel: 'cancel',
  delete: 'delete',
  restore: 'restore',
  pdf: 'render PDFs of',
  email: 'mail',
  /** A page at the provider that people open: a customer's invoice, an organization's books. */
  link: 'link to',
  bulk: 'bulk-write',
  native: 'take provider_data of',
  /** Files are listed, downloaded and attached. */
  attachments: 'attach files to',
  /** What happened to them is told, and notes are added. */
  history: 'tell the history of',
  /** Credit is allocated to invoices, and taken back. */
  allocate: 'allocate',
} as const;

export type Capability = keyof typeof deeds;
export const capabilities = Object.keys(deeds) as readonly Capability[];

export function deedOf(capability: Capability, type: string): string {
  return `${deeds[capability]} ${type.replaceAll('_', ' ')}`;
}
