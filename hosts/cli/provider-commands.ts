// The commands that make requests of one's own to the provider.
import type { Commands } from './command.ts';
import { json, serviceOptions } from './service.ts';

export const providerCommands: Commands = {
  'provider request': {
    does: 'makes a request of your own to the provider, for what this API does not model, and prints the answer',
    more: 'The path is below the provider’s accounting base and must be on its list (docs/provider-requests.md); the API key needs the scope "provider". A write goes under a key that is made of what it asks, so that the same command run again makes nothing twice; its answer may be lost: run the same command again within five minutes.',
    takes: '<method> <path>',
    options: {
      connection: { value: '<id>', does: 'whose books, conn_…' },
      body: { value: '<json|@file>', does: 'the JSON document of a write' },
      pdf: { does: 'ask for a PDF' },
      'idempotency-key': { value: '<key>', does: 'a key of your own for a write' },
      json: json('the whole answer'),
      ...serviceOptions,
    },
    examples: [
      'ledgerport provider request GET /ContactGroups --connection conn_…',
      'ledgerport provider request PUT /Currencies --body @currency.json --connection conn_…',
    ],
    load: async () => (await import('./provider-requests.ts')).makeRequest,
  },
  'provider requests': {
    does: 'prints the requests of one’s own of a connection, newest first: time, id, method, path pattern, status, outcome',
    options: {
      connection: { value: '<id>', does: 'whose books, conn_…' },
      unknown: { does: 'only those of which nobody knows the end' },
      json: json('each request on a line'),
      ...serviceOptions,
    },
    examples: ['ledgerport provider requests --unknown --connection conn_…'],
    load: async () => (await import('./provider-requests.ts')).listRequests,
  },
  'provider settle': {
    does: 'says how a request of one’s own ended whose answer was lost, after a look at the provider’s books',
    takes: '<id> <done|refused> <reason>',
    options: {
      connection: { value: '<id>', does: 'whose books, conn_…' },
      json: json('the request'),
      ...serviceOptions,
    },
    examples: ['ledgerport provider settle prq_… done There --connection conn_…'],
    load: async () => (await import('./provider-requests.ts')).settleRequest,
  },
};
