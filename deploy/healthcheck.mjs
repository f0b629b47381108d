// The image's HEALTHCHECK: whether the host of this container answers. A container runs the HTTP host or a worker, and each
// has its own port. The certificate is not looked at: it names the public address, not this one.
import { get as getPlain } from 'node:http';
import { get as getSecure } from 'node:https';

const timeoutMs = 3_000;

/** `X-Forwarded-Proto` counts where TRUST_PROXY names 127.0.0.0/8, as the example of docs/deploy.md does. */
function answers(get, port) {
  const options = { host: '127.0.0.1', port, path: '/health', timeout: timeoutMs, rejectUnauthorized: false };
  return new Promise((resolve) => {
    const request = get({ ...options, headers: { 'X-Forwarded-Proto': 'https' } }, (answer) => {
      answer.resume();
      resolve(answer.statusCode === 200);
    });
    request.once('timeout', () => request.destroy(new Error('no answer')));
    request.once('error', () => resolve(false));
  });
}

const { PORT, WORKER_PORT, TLS_CERT_FILE } = process.env;
const found = await Promise.all([
  answers(TLS_CERT_FILE ? getSecure : getPlain, Number(PORT || 8080)),
  answers(getPlain, Number(WORKER_PORT || 8081)),
]);
process.exit(found.includes(true) ? 0 : 1);
