import { expect } from 'chai';
import { consoleOrigin, openConsole, password } from './testing/console-world.ts';

describe('a session of a mounted console', () => {
  it('has a cookie of its own name, and its path where `__Host-` does not demand another', async () => {
    const mounted = await openConsole({ trustProxy: true, baseUrl: `${consoleOrigin}/the/books` });
    const { email } = await mounted.person();
    const signedIn = async (headers: Readonly<Record<string, string>>) => {
      const { headers: told } = await mounted
        .browser()
        .call('POST', '/accounting/session', { body: { email, password }, headers });
      const [cookie = ''] = told.getSetCookie();
      const given = { headers: { ...headers, cookie: cookie.split(';')[0] ?? '', origin: consoleOrigin } };
      expect((await mounted.browser().call('GET', '/accounting/session', given)).status).to.equal(200);
      return cookie.replace(/=[0-9a-f]{64}/, '');
    };
    const cookies = [await signedIn({}), await signedIn({ 'x-forwarded-proto': 'https' })];
    await mounted.close();
    expect(cookies).to.deep.equal([
      'ledgerport_session%2Fthe%2Fbooks; path=/the/books; samesite=lax; httponly',
      '__Host-ledgerport_session%2Fthe%2Fbooks; path=/; samesite=lax; secure; httponly',
    ]);
  });
});
