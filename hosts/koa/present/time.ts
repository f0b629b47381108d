/** Wire form of an instant: ISO 8601, UTC, milliseconds, `Z`. */
export function presentTime(at: Date): string {
  return at.toISOString();
}

export function presentTimeOrNull(at: Date | null): string | null {
  return at === null ? null : at.toISOString();
}
