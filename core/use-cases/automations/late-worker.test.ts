// A worker that wakes after its lease ran out can only repeat what was done already.
import { expect } from 'chai';
import { openedOnce } from '../../../contract-tests/testing/opened.ts';
import { openAutomations } from './testing/automations.ts';
import { left, scenarios, sorted } from './testing/scenarios.ts';

describe('an automation whose first worker wakes late', () => {
  const automations = openedOnce(() => openAutomations());

  for (const scenario of scenarios) {
    for (const [index, step] of scenario.writes.entries()) {
      it(`${scenario.recipe}: sends the same ${step} under the same key, and keeps nothing`, async () => {
        const bench = await automations.bench();
        const input = await scenario.arrange(bench, automations);
        const { hands } = automations;
        hands.begin();
        hands.mishaps.set(index + 1, 'paused');
        const { id } = await bench.start(scenario.recipe, input);
        const operation = await bench.ended(id);
        expect(operation.state).to.equal('succeeded');
        const before = await left(scenario, bench);
        const sent = [...hands.sent];
        expect(sent[index + 1]).to.deep.equal(sent[index]);
        await hands.wake();
        expect(hands.sent).to.deep.equal(sent);
        expect(sorted(await left(scenario, bench))).to.deep.equal(sorted(before));
        expect(sorted(before)).to.deep.equal(sorted(scenario.leaves));
        expect((await bench.mails()).map(({ times }) => times)).to.deep.equal(
          scenario.writes.includes('deliver') ? [1] : [],
        );
        const after = await automations.service.core.operations.find(bench.caller, id);
        expect(after).to.deep.equal(operation);
      });
    }
  }
});
