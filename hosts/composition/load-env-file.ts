// Loaded before a host by the npm scripts (`node --import`), so that it finds the variables of `.env`.
import { loadEnvFile } from './env-file.ts';

try {
  loadEnvFile();
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
}
