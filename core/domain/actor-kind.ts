/**
 * An `agent` acts through a key for a model; a `customer` on the page "Your connection"; `system` is the service itself, or
 * its operator.
 */
export const actorTypes = ['api_key', 'member', 'agent', 'customer', 'system'] as const;

export interface Actor {
  readonly type: (typeof actorTypes)[number];
  /** A key's, member's or portal session's id, `operator` or `system`. */
  readonly id: string;
  /** The key's or the customer's name or the member's e-mail address, as it was then. */
  readonly name: string | null;
}
