import type { Shelved } from './shelf.ts';

export interface BrandingThemeRecord extends Shelved {
  readonly name: string;
  readonly sortOrder: number;
  readonly createdAt: number;
}
