import type { Shelved } from './shelf.ts';

export type AccountStatus = 'ACTIVE' | 'ARCHIVED' | 'DELETED';

export interface AccountRecord extends Shelved {
  readonly code?: string | undefined;
  readonly name: string;
  readonly type: string;
  readonly status: AccountStatus;
  readonly description: string;
  readonly taxType: string;
  readonly bankAccountNumber?: string | undefined;
  readonly bankAccountType?: string | undefined;
  readonly currencyCode?: string | undefined;
  readonly enablePayments: boolean;
  readonly showInExpenseClaims: boolean;
  readonly addToWatchlist: boolean;
  readonly systemAccount?: string | undefined;
}
