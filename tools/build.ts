// Makes dist/, which the package ships, as JavaScript: Node strips no types below node_modules.
import { spawnSync } from 'node:child_process';
import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';

const out = process.argv[2] ?? 'dist';

rmSync(out, { recursive: true, force: true });
const { status } = spawnSync(
  process.execPath,
  ['node_modules/typescript/bin/tsc', '-p', 'tsconfig.build.json', '--singleThreaded', '--outDir', out],
  {
    stdio: 'inherit',
    // Collects less garbage, because the process ends soon.
    env: { GOGC: '400', ...process.env },
  },
);
if (status !== 0) process.exit(status ?? 1);

const pages = spawnSync(process.execPath, ['tools/build-console.ts'], { stdio: 'inherit' });
if (pages.status !== 0) process.exit(pages.status ?? 1);
cpSync('hosts/console/assets', `${out}/hosts/console/assets`, { recursive: true });
cpSync('hosts/koa/openapi.json', `${out}/hosts/koa/openapi.json`);

// For built files the nearest package.json, which defines `#core` and the version, is this one.
const { version, imports } = JSON.parse(readFileSync('package.json', 'utf8')) as {
  version: string;
  imports: Record<string, string>;
};
const built = Object.fromEntries(Object.entries(imports).map(([door, file]) => [door, file.replace(/\.ts$/, '.js')]));
writeFileSync(`${out}/package.json`, `${JSON.stringify({ type: 'module', version, imports: built }, null, 2)}\n`);
