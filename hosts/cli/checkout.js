#!/usr/bin/env node
// The command in a checkout. An older Node cannot read its sources, so it is refused here with a message.
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
if (major > 22 || (major === 22 && minor >= 18)) await import('./main.ts');
else {
  const brought = 'On Linux x64 "npm ci" brings Node 24 along: use "npm start" and "npx ledgerport".';
  process.stderr.write(`Ledgerport needs Node 22.18 or newer, and this is ${process.versions.node}. ${brought}\n`);
  process.exitCode = 1;
}
