/** Signs deliveries in both standards. Proven by contract-tests/event-signer.contract.ts against published vectors. */
export interface EventSigner {
  /**
   * Headers for these exact bytes: `Service-Signature`, `Service-Event` and the Standard Webhooks three. There is
   * one signature for each secret, so that a receiver may use either during a rotation.
   */
  headers(message: {
    eventId: string;
    sentAt: Date;
    body: string;
    secrets: readonly string[];
  }): Readonly<Record<string, string>>;
}
