import type { Shelved } from './shelf.ts';

/** What an item is sold or bought for. */
export interface ItemSide {
  readonly unitPrice?: number | undefined;
  readonly accountCode?: string | undefined;
  readonly cogsAccountCode?: string | undefined;
  readonly taxType?: string | undefined;
}

export interface ItemRecord extends Shelved {
  readonly code: string;
  readonly name: string;
  readonly description: string;
  readonly purchaseDescription: string;
  readonly isSold: boolean;
  readonly isPurchased: boolean;
  readonly sale: ItemSide;
  readonly purchase: ItemSide;
  /** The account of its stock; only a tracked item has one. */
  readonly inventoryAccountCode?: string | undefined;
}
