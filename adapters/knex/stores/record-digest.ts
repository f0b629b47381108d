import { hash } from 'node:crypto';

export function digestOf(document: string): string {
  return hash('sha256', document, 'base64url');
}
