/** The tracking categories of every organisation; the sandbox offers no way to change them. */
export interface TrackingCategory {
  readonly id: string;
  readonly name: string;
  readonly options: readonly { readonly id: string; readonly name: string }[];
}

const category = (digit: string, name: string, options: readonly string[]): TrackingCategory => ({
  id: `${digit.repeat(8)}-0000-4000-8000-000000000000`,
  name,
  options: options.map((option, index) => ({
    id: `${digit.repeat(8)}-0000-4000-8000-00000000000${index + 1}`,
    name: option,
  })),
});

export const trackingCategories: readonly TrackingCategory[] = [
  category('a', 'Region', ['East', 'North', 'South', 'West']),
  category('b', 'Project', ['Fit-out', 'Repairs', 'Workshop']),
];
