import { expect } from 'chai';
import { sampleAlert } from '../../contract-tests/sample-people.ts';
import { alertMessage, manyAlerts, plainName, slackText } from './alert-words.ts';
import { alertableKinds } from './operational-event.ts';

const base = 'https://api.example.com';
const own = { id: 'alert_1' as never, organizationId: 'org_1' as never };
const named = (subjectName: string | null) => sampleAlert(own, { subjectName, subjectId: 'we_1', untold: 1 });

describe('words of alerts', () => {
  it('of every kind are a line of subject, what it means and one link to the console; live has no mark, test has', () => {
    for (const event of alertableKinds) {
      const { subject, lines } = alertMessage({ ...named('Warehouse'), event }, 'happened', base);
      expect(subject, event).to.match(/^[^\n[\]]{10,160}$/);
      expect(
        lines.filter((line) => line.startsWith(`${base}/console/`)),
        event,
      ).to.have.length(1);
      expect(Math.max(...lines.map(({ length }) => length)), event).to.be.above(50);
      const test = alertMessage({ ...named('Warehouse'), event, environment: 'test' }, 'happened', base);
      expect(test.subject).to.equal(`[test] ${subject}`);
    }
  });

  it('take names as one short line: nothing that breaks it, hides text or turns it round', () => {
    const rows: readonly [string, string][] = [
      ['Ware\r\nhouse\u2028 Bcc: x', 'Ware house Bcc: x'],
      ['a\u202Ecod\u200b.exe\u0000', 'a cod .exe'],
      ['  many   spaces ', 'many spaces'],
      ['x'.repeat(200), `${'x'.repeat(79)}…`],
      ['👩‍💻'.repeat(60), plainName('👩‍💻'.repeat(60))],
      ['\ud800', ''],
    ];
    for (const [name, plain] of rows) expect(plainName(name)).to.equal(plain);
    expect(plainName('👩‍💻'.repeat(60)).isWellFormed()).to.equal(true);
    expect(alertMessage(named('\u200b'), 'happened', base).subject).to.equal('Deliveries to we_1 are held');
  });

  it('call nobody in a chat, and make no link, mark-up or field of a name', () => {
    const hostile = '<!channel> &amp; @here <https://evil.example|Log in> [x](https://evil.example)';
    const text = slackText(alertMessage(named(hostile), 'happened', base));
    for (const bad of ['<', '@here', '](', 'https://evil', '|Log in>']) expect(text, bad).not.to.contain(bad);
    expect(text).to.contain('&lt;!channel&gt;').and.contain('&amp;amp;');
    expect(text.split('\n').at(-1)).to.equal(`${base}/console/live/webhook-endpoints/we_1`);
    const together = slackText(manyAlerts([{ alert: named(hostile), kind: 'happened' }], base));
    expect(together).not.to.contain('<').and.not.contain('@here');
  });
});
