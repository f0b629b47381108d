import type { Shelved } from '../books/shelf.ts';

/** An app's access to a tenant. `consentId` is the consent that made or renewed it. */
export interface ConnectionRecord extends Shelved {
  readonly clientId: string;
  readonly tenantId: string;
  readonly consentId: string;
  readonly createdAt: number;
}
