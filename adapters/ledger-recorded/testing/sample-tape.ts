import type { Exchange, Tape } from '../tape.ts';

const headers = { accept: 'application/json', authorization: 'Bearer masked', 'tenant-id': 'tenant-1' };

export const writeExchange: Exchange = {
  request: {
    method: 'PUT',
    path: '/api.xro/2.0/Contacts',
    headers: { ...headers, 'content-type': 'application/json', 'idempotency-key': '{{caller 1}}' },
    body: { Name: 'Contact {{caller 2}}' },
  },
  answer: { status: 200, headers: { 'content-type': 'application/json' }, json: { Name: 'Contact {{caller 2}}' } },
};

export const readExchange: Exchange = {
  request: { method: 'GET', path: '/api.xro/2.0/Contacts/7', headers },
  answer: { status: 404, headers: { 'content-type': 'text/html' }, text: 'gone' },
};

export const pdfExchange: Exchange = {
  request: { method: 'GET', path: '/api.xro/2.0/Invoices/7', headers: { ...headers, accept: 'application/pdf' } },
  answer: { status: 200, headers: { 'content-type': 'application/pdf' }, base64: '/wD+' },
};

export function tapeOf(...exchanges: Exchange[]): Tape {
  return { port: 'LedgerGateway', clause: 'a clause', subject: {}, exchanges };
}
