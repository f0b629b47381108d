// How values stand in columns, alike in both databases (docs/storage.md says why).

/** Timestamps are whole milliseconds since 1970, so that a row compares as its entity and its cursor do. */
export function millis(time: Date): number {
  return time.getTime();
}

export function millisOrNull(time: Date | null): number | null {
  return time === null ? null : time.getTime();
}

export function timeOf(value: number): Date {
  return new Date(value);
}

export function timeOrNull(value: number | null): Date | null {
  return value === null ? null : new Date(value);
}

/** Documents are text: nothing asks the database to look into one, and their bytes stay as they were. */
export function documentText(value: unknown): string {
  return JSON.stringify(value);
}

/** The caller names the type that the column was written with. */
export function documentOf<T>(text: string): T {
  return JSON.parse(text) as T;
}

export function documentOrNull<T>(text: string | null): T | null {
  return text === null ? null : documentOf<T>(text);
}

/** Decimals are text in the shortest form that reads back to the same number. */
export function decimalText(value: number): string {
  return String(value);
}

export function decimalOf(text: string): number {
  return Number(text);
}

export function flagOf(value: boolean | number): boolean {
  return Boolean(value);
}
