/** A line for a shell that shows whether a key works. */
export function curlLine(origin: string, secret: string): string {
  return `curl ${origin}/v1/connections -H 'Authorization: Bearer ${secret}'`;
}
