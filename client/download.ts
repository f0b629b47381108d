import type { Download } from './call-types.ts';

export function downloadOf(response: Response): Download {
  const { headers, body } = response;
  if (body === null) throw new TypeError('the answer has no body');
  return {
    stream: body,
    contentType: headers.get('content-type') ?? 'application/octet-stream',
    fileName: fileNameIn(headers.get('content-disposition') ?? ''),
    bytes: async () => new Uint8Array(await response.arrayBuffer()),
  };
}

/** Prefers the name in UTF-8 (RFC 6266). */
function fileNameIn(disposition: string): string | undefined {
  const [, encoded] = /filename\*=UTF-8''([^;]+)/i.exec(disposition) ?? [];
  const [, plain] = /filename="([^"]*)"/i.exec(disposition) ?? [];
  return encoded === undefined ? plain : decodeURIComponent(encoded);
}
