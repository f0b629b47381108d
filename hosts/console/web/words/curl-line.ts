/** Returns a shell command that tries a key. */
export function curlLine(origin: string, secret: string): string {
  return `curl ${origin}/v1/connections -H 'Authorization: Bearer ${secret}'`;
}
