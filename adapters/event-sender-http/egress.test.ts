import { expect } from 'chai';
import { until } from '../../contract-tests/testing/until.ts';
import { createEventSender, type EventSenderOptions } from './index.ts';
import { openReceivers, type Receivers, resolving } from './testing/receivers.ts';

const bounds = { totalTimeoutMs: 1500, connectTimeoutMs: 500 };
const message = { headers: { 'Service-Event': 'evt_1' }, body: '{"a":1}' };
const notPublic = 'the address is not public';

describe('what leaves the house', () => {
  let receivers: Receivers;
  beforeEach(() => {
    receivers = openReceivers();
  });
  afterEach(() => receivers.close());

  /** As in production, except that the receiver's address is allowed. */
  const senderOver = (
    resolve: ReturnType<typeof resolving>,
    allowCidrs = ['127.0.0.1/32'],
    keeping: EventSenderOptions['keeping'] = {},
  ) => createEventSender({ allowCidrs, allowHttp: true, bounds, keeping, resolve });
  const outcome = async (sender: ReturnType<typeof senderOver>, url: string) => {
    const result = await sender.send({ ...message, url });
    return result.kind === 'answered' ? result.status : result.error;
  };

  it('of several addresses only those are dialled that may be', async () => {
    const port = await receivers.http((_request, response) => response.end());
    const mixed = resolving(['10.0.0.1', 'fe80::1', '127.0.0.1', '::ffff:192.168.0.1']);
    expect(await outcome(senderOver(mixed), `http://hook.example:${port}/`)).to.equal(200);
    expect(receivers.connections()).to.equal(1);
  });

  it('a name is judged again at each connection: first good, then bad', async () => {
    const port = await receivers.http((_request, response) => response.setHeader('connection', 'close').end());
    const rebinding = resolving(['127.0.0.1'], ['10.0.0.1']);
    const sender = senderOver(rebinding);
    const url = `http://hook.example:${port}/`;
    expect([await outcome(sender, url), await outcome(sender, url)]).to.deep.equal([200, notPublic]);
    expect([rebinding.asked, receivers.connections()]).to.deep.equal([['hook.example', 'hook.example'], 1]);
  });

  const literals = [
    '2130706433',
    '0x7f000002',
    '0177.0.0.2',
    '127.2',
    '0x7f.0.0.2',
    '[::ffff:7f00:2]',
    '[::]',
    '127.0.0.2.',
  ];
  for (const host of [...literals, 'localhost', 'LOCALHOST.', 'api.localhost', 'localhost.localhost']) {
    it(`http://${host}/ reaches nothing, whatever the name server says`, async () => {
      const sender = senderOver(resolving(['10.0.0.1']), ['203.0.113.0/24']);
      expect(sender.refuses(`http://${host}/`)).to.equal(notPublic);
      expect(await outcome(sender, `http://${host}/`)).to.equal(notPublic);
    });
  }

  it('names that only resolve to something local are refused at the socket', async () => {
    for (const host of ['localhost..', 'ip6-localhost', 'metadata.google.internal', 'kubernetes.default.svc', 'a']) {
      expect(await outcome(senderOver(resolving(['169.254.169.254'])), `http://${host}/`), host).to.equal(notPublic);
    }
  });

  it('zone ids, credentials and other protocols never become a request', async () => {
    const unused = resolving(['127.0.0.1']);
    const urls = [
      'http://[fe80::1%25eth0]/',
      'http://[fe80::1%eth0]/',
      'http://user:pass@hook.example/',
      'ftp://hook.example/',
    ];
    for (const url of [
      ...urls,
      'unix:/var/run/docker.sock',
      'file:///etc/passwd',
      'data:,x',
      'http://hook.example:25/',
    ]) {
      expect(await outcome(senderOver(unused), url), url)
        .to.be.a('string')
        .and.not.equal(notPublic);
    }
    expect(unused.asked).to.deep.equal([]);
  });

  it('no redirect is followed, to wherever', async () => {
    for (const location of [
      'http://169.254.169.254/',
      'https://example.com/',
      '/again',
      '//10.0.0.1/',
      'file:///etc/passwd',
    ]) {
      const port = await receivers.http((_request, response) => response.writeHead(307, { location }).end());
      const asked = resolving(['127.0.0.1']);
      expect(await outcome(senderOver(asked), `http://hook.example:${port}/`)).to.equal(307);
      expect(asked.asked).to.have.length(1);
    }
    expect(receivers.connections()).to.equal(5);
  });

  it('a certificate that nobody vouches for, or of another name, ends the connection before anything is sent', async () => {
    let asked = 0;
    const port = await receivers.tls((_request, response) => {
      asked += 1;
      response.end();
    });
    const sender = senderOver(resolving(['127.0.0.1']));
    for (const name of ['hook.example', 'other.example']) {
      expect(await outcome(sender, `https://${name}:${port}/`)).to.match(/^the TLS connection failed \(DEPTH_ZERO/);
    }
    expect(asked).to.equal(0);
  });

  it('a bomb of headers, of informational answers or of an upgrade is bounded', async () => {
    const bomb = await receivers.tcp((socket) => {
      socket.write(`HTTP/1.1 200 OK\r\n${'x-a: '.padEnd(40_000, 'b')}\r\n\r\n`);
    });
    const many = await receivers.tcp((socket) => {
      socket.write('HTTP/1.1 200 OK\r\n');
      for (let i = 0; i < 20_000; i++) socket.write(`x-${i}: b\r\n`);
    });
    const early = await receivers.tcp((socket) => {
      const timer = setInterval(() => socket.write('HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n'), 5);
      socket.on('close', () => clearInterval(timer));
    });
    const upgrade = await receivers.tcp((socket) => {
      socket.write('HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: x\r\n\r\n');
    });
    const told = async (port: number) => outcome(senderOver(resolving(['127.0.0.1'])), `http://hook.example:${port}/`);
    expect(await told(bomb)).to.equal("the answer's headers are too large");
    expect(await told(many)).to.equal("the answer's headers are too large");
    expect(await told(early)).to.equal('no answer in time');
    expect(await told(upgrade)).to.equal(101);
  });

  it('a name server that does not answer, or does not know, is said so', async () => {
    const silent = Object.assign(() => undefined, { asked: [] }) as unknown as ReturnType<typeof resolving>;
    expect(await outcome(senderOver(silent), 'http://hook.example/')).to.equal('no connection in time');
    expect(await outcome(senderOver(resolving('ENOTFOUND')), 'http://hook.example/')).to.match(/does not resolve$/);
    expect(await outcome(senderOver(resolving('EAI_AGAIN')), 'http://hook.example/')).to.match(/at present$/);
    expect(await outcome(senderOver(resolving([])), 'http://hook.example/')).to.equal(notPublic);
  });

  it('what hangs up on the first word is a failure, not tried twice', async () => {
    const port = await receivers.tcp((socket) => socket.once('data', () => socket.destroy()));
    const sender = senderOver(resolving(['127.0.0.1']));
    expect(await outcome(sender, `http://hook.example:${port}/`)).to.match(/closed without an answer/);
    expect(receivers.connections()).to.equal(1);
  });

  describe('a kept connection', () => {
    it('serves the next post to its name over the address that was judged, in one look-up', async () => {
      const port = await receivers.http((_request, response) => response.end());
      const rebinding = resolving(['127.0.0.1'], ['10.0.0.1']);
      const sender = senderOver(rebinding);
      for (let i = 0; i < 25; i++) expect(await outcome(sender, `http://hook.example:${port}/${i}`)).to.equal(200);
      expect([rebinding.asked.length, receivers.connections()]).to.deep.equal([1, 1]);
      expect(await outcome(sender, `http://other.example:${port}/`), 'another name is judged').to.equal(notPublic);
    });

    it('is closed when it is old, and its name is judged again', async () => {
      const port = await receivers.http((_request, response) => setTimeout(() => response.end(), 20));
      const rebinding = resolving(['127.0.0.1'], ['10.0.0.1']);
      const sender = senderOver(rebinding, ['127.0.0.1/32'], { keptMs: 10 });
      const url = `http://hook.example:${port}/`;
      expect([await outcome(sender, url), await outcome(sender, url)]).to.deep.equal([200, notPublic]);
    });

    it('is closed when nobody needs it for a while', async () => {
      let closed = 0;
      const port = await receivers.tcp((socket) => {
        socket.on('data', () => socket.write('HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n'));
        socket.on('close', () => (closed += 1));
      });
      const sender = senderOver(resolving(['127.0.0.1']), ['127.0.0.1/32'], { idleMs: 20 });
      expect(await outcome(sender, `http://hook.example:${port}/`)).to.equal(200);
      await until('the connection to be closed', () => closed === 1);
    });

    it('that the receiver closes instead of answering costs a new connection and no attempt', async () => {
      let answers = 0;
      const port = await receivers.tcp((socket) => {
        socket.once('data', () => {
          answers += 1;
          socket.write('HTTP/1.1 200 OK\r\ncontent-length: 0\r\nkeep-alive: timeout=60\r\n\r\n');
          // Says that it stays, and hangs up on whatever comes next.
          socket.once('data', () => socket.destroy());
        });
      });
      const sender = senderOver(resolving(['127.0.0.1']));
      for (let i = 0; i < 4; i++) expect(await outcome(sender, `http://hook.example:${port}/`)).to.equal(200);
      expect(answers).to.equal(4);
    });

    it('on which the receiver answers before it is asked is not believed', async () => {
      const answer = (status: string) => `HTTP/1.1 ${status}\r\ncontent-length: 0\r\n\r\n`;
      for (const late of [false, true]) {
        let [isWritten, isClosed] = [false, false];
        const port = await receivers.tcp((socket) => {
          // Who reads an answer that nobody asked for hangs up.
          socket.once('close', () => (isClosed = true));
          socket.once('data', () => {
            const written = () => (isWritten = true);
            if (!late) return socket.write(answer('200 OK') + answer('410 Gone'), written);
            return socket.write(answer('200 OK'), () => setTimeout(() => socket.write(answer('410 Gone'), written), 5));
          });
        });
        const sender = senderOver(resolving(['127.0.0.1']));
        const url = `http://hook.example:${port}/`;
        expect(await outcome(sender, url)).to.equal(200);
        await until('the answer that nobody asked for', () => (late ? isClosed : isWritten));
        expect(await outcome(sender, url), late ? 'afterwards' : 'at once').to.equal(200);
      }
    });

    it('is one of at most so many to a receiver and to all', async () => {
      const slow = () => receivers.http((_request, response) => setTimeout(() => response.end(), 30));
      const [one, other] = [await slow(), await slow()];
      const sender = senderOver(resolving(['127.0.0.1']), ['127.0.0.1/32'], { idleMostOfOne: 8, idleMost: 12 });
      const post = (port: number, count: number) =>
        Promise.all(Array.from({ length: count }, () => outcome(sender, `http://hook.example:${port}/`)));
      await post(one, 20);
      expect(receivers.connections()).to.equal(20);
      await post(one, 20);
      expect(receivers.connections(), 'eight were kept').to.equal(32);
      await post(other, 20);
      await post(other, 20);
      expect(receivers.connections(), 'four more were kept').to.equal(32 + 20 + 16);
    });
  });
});
