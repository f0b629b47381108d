// Verifies a delivery, its header in SIGNATURE, the signing secret in SECRET: `node examples/receivers/receiver.js < body.json`.
import { createHmac, timingSafeEqual } from 'node:crypto';
import { buffer } from 'node:stream/consumers';

const body = await buffer(process.stdin);
const fields = (process.env.SIGNATURE ?? '').split(',').map((field) => field.trim().split('='));
const [, signedAt = ''] = fields.find(([name]) => name === 't') ?? [];
const signatures = fields.filter(([name]) => name === 'v1').map(([, value = '']) => Buffer.from(value));
const expected = Buffer.from(
  createHmac('sha256', process.env.SECRET ?? '')
    .update(`${signedAt}.`)
    .update(body)
    .digest('hex'),
);
const isSigned = signatures.some((given) => given.length === expected.length && timingSafeEqual(given, expected));
const isRecent = Math.abs(Date.now() / 1000 - Number(signedAt)) <= 300;
console.log(isSigned && isRecent ? `verified ${JSON.parse(body).type}` : 'refused');
