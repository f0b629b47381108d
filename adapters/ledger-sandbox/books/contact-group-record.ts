import type { Shelved } from './shelf.ts';

export interface ContactGroupRecord extends Shelved {
  readonly name: string;
  readonly status: 'ACTIVE' | 'DELETED';
  readonly contactIds: readonly string[];
}
