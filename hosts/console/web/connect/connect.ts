// What applications load from /connect.js to open a connect link in a window of its own. One expression, so that it
// declares no name on their pages.

/** `unknown`: the window was closed, or the provider's page cut it off; the service knows how the link ended. */
interface Result {
  readonly status: 'connected' | 'cancelled' | 'failed' | 'unknown';
  readonly connection_id?: string;
  readonly error?: string;
}

Object.assign(window, {
  LedgerportConnect: {
    /** Called in a click, or browsers refuse the window; then the link takes the page's place. */
    open: (link: string): Promise<Result> =>
      new Promise((resolve) => {
        const url = new URL(link);
        url.searchParams.set('display', 'popup');
        const popup = window.open(url, '_blank', 'popup,width=480,height=760');
        if (!popup) return location.assign(link);
        let closed = 0;
        const end = (result: Result) => {
          clearInterval(timer);
          removeEventListener('message', hear);
          resolve(result);
        };
        const hear = ({ origin, source, data }: MessageEvent) => {
          if (origin === url.origin && source === popup && data?.ledgerport) end(data.ledgerport);
        };
        const timer = setInterval(() => {
          // Waits for the message of a window that closes itself.
          if (popup.closed && ++closed > 3) end({ status: 'unknown' });
        }, 250);
        addEventListener('message', hear);
      }),
  },
});

export {};
