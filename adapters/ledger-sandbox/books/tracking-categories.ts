import type { Shelved } from './shelf.ts';

export type TrackingStatus = 'ACTIVE' | 'ARCHIVED' | 'DELETED';

export interface TrackingOption {
  readonly id: string;
  readonly name: string;
  readonly status: TrackingStatus;
}

/** A tracking category with its options; the control plane edits them as people do at the provider. */
export interface TrackingCategoryRecord extends Shelved {
  readonly name: string;
  readonly status: TrackingStatus;
  readonly options: readonly TrackingOption[];
}

const category = (digit: string, name: string, options: readonly string[]) => ({
  id: `${digit.repeat(8)}-0000-4000-8000-000000000000`,
  name,
  status: 'ACTIVE' as const,
  options: options.map((option, index) => ({
    id: `${digit.repeat(8)}-0000-4000-8000-00000000000${index + 1}`,
    name: option,
    status: 'ACTIVE' as const,
  })),
});

/** What every organisation begins with. */
export const firstCategories: readonly Omit<TrackingCategoryRecord, 'updated'>[] = [
  category('a', 'Region', ['East', 'North', 'South', 'West']),
  category('b', 'Project', ['Fit-out', 'Repairs', 'Workshop']),
];
