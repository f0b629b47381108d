// What is used of nodemailer, which brings no types of its own.
declare module 'nodemailer' {
  interface Envelope {
    readonly from: string;
    readonly to: readonly string[];
  }
  interface Mail {
    readonly from: { readonly name: string; readonly address: string };
    readonly to: { readonly name: string; readonly address: string };
    readonly envelope: Envelope;
    readonly subject: string;
    readonly text: string;
    readonly messageId: string;
    readonly date: Date;
    readonly signal: AbortSignal;
    readonly headers: Readonly<Record<string, string>>;
    readonly disableFileAccess: true;
    readonly disableUrlAccess: true;
  }
  interface Transport {
    sendMail(mail: Mail): Promise<unknown>;
    close(): void;
  }
  interface SmtpOptions {
    readonly pool: true;
    readonly maxConnections: number;
    readonly maxMessages: number;
    readonly host: string;
    readonly port: number;
    readonly secure: boolean;
    readonly requireTLS: boolean;
    readonly auth?: { readonly user: string; readonly pass: string };
    readonly connectionTimeout: number;
    readonly greetingTimeout: number;
    readonly socketTimeout: number;
    readonly dnsTimeout: number;
    readonly tls: { readonly rejectUnauthorized: true; readonly minVersion: 'TLSv1.2'; readonly ca?: string };
    readonly disableFileAccess: true;
    readonly disableUrlAccess: true;
  }
  export function createTransport(options: SmtpOptions): Transport;
  export type { Transport };
}
