// Operators' commands as a process of their own.
import { runAdmin } from './run-admin.ts';

await runAdmin(process.argv.slice(2), 'npm run -s admin --');
