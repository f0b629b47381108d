/** How long a call may take and how much it may bring. */
export interface CallBounds {
  /** Name look-up, TCP and TLS, each. */
  readonly connectTimeoutMs: number;
  /** From the request being sent to the first byte of the answer. */
  readonly responseTimeoutMs: number;
  /** The whole call, its body included. */
  readonly totalTimeoutMs: number;
  readonly maxBytes: number;
}

export interface PdfBounds extends CallBounds {
  /** The longest wait for the next bytes once the document has begun. */
  readonly stallTimeoutMs: number;
}

const mebibyte = 1024 * 1024;

export const jsonBounds: CallBounds = {
  connectTimeoutMs: 5_000,
  responseTimeoutMs: 20_000,
  totalTimeoutMs: 30_000,
  maxBytes: 25 * mebibyte,
};

export const pdfBounds: PdfBounds = {
  connectTimeoutMs: 5_000,
  responseTimeoutMs: 20_000,
  stallTimeoutMs: 10_000,
  totalTimeoutMs: 120_000,
  maxBytes: 50 * mebibyte,
};

/** Tokens and the list of connections. */
export const identityBounds: CallBounds = {
  connectTimeoutMs: 5_000,
  responseTimeoutMs: 10_000,
  totalTimeoutMs: 15_000,
  maxBytes: mebibyte,
};
