import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { aloneAfterMs, failOverAfterMs, KeeperRules, type PairView } from './keeper-rules.ts';

const both: PairView = { primaryAnswers: true, standbyFollows: true };
const alone: PairView = { primaryAnswers: true, standbyFollows: false };
const silent: PairView = { primaryAnswers: false, standbyFollows: false };

function synchronous(): KeeperRules {
  const rules = new KeeperRules();
  rules.done(rules.look(both, 0));
  return rules;
}

describe('the keeper of a primary and its standby', () => {
  it('requires the standby as soon as it follows', () => {
    const rules = new KeeperRules();
    expect(rules.look(alone, 0)).toBe('nothing');
    expect(rules.look(both, 500)).toBe('require the standby');
    rules.done('require the standby');
    expect(rules.look(both, 1_000)).toBe('nothing');
  });

  it('replaces a primary that is silent for long, not one that missed a look', () => {
    const rules = synchronous();
    expect(rules.look(silent, 500)).toBe('nothing');
    expect(rules.look(both, 1_000)).toBe('nothing');
    expect(rules.look(silent, 1_500)).toBe('nothing');
    expect(rules.look(silent, 1_500 + failOverAfterMs)).toBe('fail over');
    rules.done('fail over');
    expect(rules.isSynchronous).toBe(false);
  });

  it('does not wait for a standby that is gone, and then never promotes it', () => {
    const rules = synchronous();
    expect(rules.look(alone, 0)).toBe('nothing');
    expect(rules.look(alone, aloneAfterMs)).toBe('continue alone');
    rules.beforeAlone();
    rules.done('continue alone');
    for (let nowMs = 3_000; nowMs < 60_000; nowMs += 500) expect(rules.look(silent, nowMs)).toBe('nothing');
  });

  it('promotes only a standby that has everything, whatever is seen', () => {
    const views = fc.array(fc.constantFrom(both, alone, silent), { maxLength: 200 });
    fc.assert(
      fc.property(views, (seen) => {
        const rules = new KeeperRules();
        // Whether the primary may have acknowledged something that the standby lacks.
        let isBehind = true;
        seen.forEach((view, nth) => {
          const step = rules.look(view, nth * 500);
          if (step === 'require the standby') isBehind = false;
          if (step === 'continue alone') isBehind = true;
          if (step === 'fail over') {
            expect(isBehind).toBe(false);
            isBehind = true;
          }
          if (step === 'continue alone') rules.beforeAlone();
          rules.done(step);
        });
      }),
    );
  });
});
