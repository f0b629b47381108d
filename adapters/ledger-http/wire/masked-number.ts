/** Provider: of organizations in the US a contact's tax number comes masked but for its last digits, to some users. */
export function isMasked(taxNumber: string): boolean {
  return /^(?=(?:.*[*•●x#]){3})[*•●x#\s-]+\d{0,4}$/i.test(taxNumber);
}

export const maskedMessage = 'is masked; send the whole number, or leave it out and it stays as it is';
