// Certificates for a name, valid for an hour, in a folder of their own.
import { execFileSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

export interface TlsFolder {
  readonly files: { readonly certFile: string; readonly keyFile: string };
  /** Makes a pair without writing it. */
  make(name: string): Promise<{ readonly cert: string; readonly key: string }>;
  put(pair: { readonly cert?: string; readonly key?: string }): Promise<void>;
  remove(): Promise<void>;
}

export async function tlsFolder(): Promise<TlsFolder> {
  const folder = await mkdtemp(path.join(tmpdir(), 'ledgerport-tls-'));
  const at = (name: string) => path.join(folder, name);
  const files = { certFile: at('cert.pem'), keyFile: at('key.pem') };
  const made: TlsFolder = {
    files,
    async make(name) {
      const [keyFile, certFile] = [at(`${name}.key`), at(`${name}.crt`)];
      const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1'];
      const args = ['req', '-x509', ...curve, '-nodes', '-days', '1', '-subj', `/CN=${name}`];
      execFileSync('openssl', [...args, '-keyout', keyFile, '-out', certFile], { stdio: 'ignore' });
      return { cert: await readFile(certFile, 'utf8'), key: await readFile(keyFile, 'utf8') };
    },
    async put({ cert, key }) {
      if (cert !== undefined) await writeFile(files.certFile, cert);
      if (key !== undefined) await writeFile(files.keyFile, key);
    },
    remove: () => rm(folder, { recursive: true, force: true }),
  };
  await made.put(await made.make('first'));
  return made;
}
