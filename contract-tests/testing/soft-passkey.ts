// An authenticator in software (WebAuthn level 3, without attestation), with what a browser adds to its answers.
import { createHash, createSign, generateKeyPairSync, randomBytes } from 'node:crypto';
import type { JsonObject } from '#core/ports';

interface Asked {
  readonly challenge: string;
}

const url = (bytes: Uint8Array | string) => Buffer.from(bytes).toString('base64url');
const sha256 = (bytes: Uint8Array | string) => createHash('sha256').update(bytes).digest();

/** CBOR of a length and its major type, for lengths below 65,536. */
function head(major: number, length: number): Buffer {
  if (length < 24) return Buffer.from([(major << 5) | length]);
  if (length < 256) return Buffer.from([(major << 5) | 24, length]);
  return Buffer.from([(major << 5) | 25, length >> 8, length & 255]);
}
const text = (word: string) => Buffer.concat([head(3, word.length), Buffer.from(word)]);
const bytes = (value: Uint8Array) => Buffer.concat([head(2, value.length), value]);

/** Counts up with each use unless `counts` is false, as synchronised passkeys do not. */
export function softPasskey({ origin, host, counts = true }: { origin: string; host: string; counts?: boolean }) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const id = randomBytes(32);
  let counter = 0;
  const clientData = (type: string, { challenge }: Asked) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
  const authData = (flags: number, rest = Buffer.alloc(0)) => {
    const count = Buffer.alloc(4);
    if (counts) count.writeUInt32BE(++counter);
    return Buffer.concat([sha256(host), Buffer.from([flags]), count, rest]);
  };
  const answer = (response: JsonObject): JsonObject => ({
    ...{ id: url(id), rawId: url(id), type: 'public-key', clientExtensionResults: {} },
    response,
  });
  return {
    create(asked: Asked) {
      // EC2, ES256, P-256 (RFC 9053).
      const key = [
        Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21]),
        ...[bytes(Buffer.from(x, 'base64url')), Buffer.from([0x22]), bytes(Buffer.from(y, 'base64url'))],
      ];
      const data = authData(0x41, Buffer.concat([Buffer.alloc(16), Buffer.from([0, id.length]), id, ...key]));
      const object = [text('fmt'), text('none'), text('attStmt'), head(5, 0), text('authData'), bytes(data)];
      const attestationObject = url(Buffer.concat([head(5, 3), ...object]));
      return answer({
        clientDataJSON: url(clientData('webauthn.create', asked)),
        attestationObject,
        transports: ['usb'],
      });
    },
    get(asked: Asked) {
      const client = clientData('webauthn.get', asked);
      const data = authData(0x01);
      const signature = createSign('sha256').update(data).update(sha256(client)).sign(privateKey);
      return answer({ clientDataJSON: url(client), authenticatorData: url(data), signature: url(signature) });
    },
  };
}
