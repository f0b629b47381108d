export type RefusalReason =
  | 'signature_missing'
  | 'signature_malformed'
  | 'signature_wrong'
  | 'timestamp_too_old'
  | 'timestamp_too_new'
  | 'body_malformed';

const messages: Readonly<Record<RefusalReason, string>> = {
  signature_missing: 'the delivery has no Service-Signature header',
  signature_malformed: 'the Service-Signature header is not t=<unix seconds>,v1=<hex>',
  signature_wrong: 'no signature of the delivery belongs to this body and secret',
  timestamp_too_old: 'the delivery was signed too long ago',
  timestamp_too_new: 'the delivery was signed in the future; is the clock right?',
  body_malformed: 'the body is signed rightly but is no event',
};

/** A delivery that must not be trusted: answer 400 and do nothing. */
export class DeliveryRefused extends Error {
  readonly reason: RefusalReason;

  constructor(reason: RefusalReason, cause?: unknown) {
    super(messages[reason], cause === undefined ? undefined : { cause });
    this.name = 'DeliveryRefused';
    this.reason = reason;
  }
}
