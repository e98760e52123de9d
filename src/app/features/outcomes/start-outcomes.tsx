import { i18n } from '@lingui/core';
import { t } from '@lingui/core/macro';
import type { QueryClient } from '@tanstack/react-query';
import { loadCatalog } from '../../platform/language/language.ts';
import { outcomeStrip } from '../../platform/pending-outcomes/open-outcomes.ts';
import '../../platform/pending-outcomes/sending.ts';
import { startChecking } from '../../platform/pending-outcomes/checking.ts';
import { type EndState, onOutcomeEnded, refusalOf } from '../../platform/pending-outcomes/endings.ts';
import type { Outcome } from '../../platform/pending-outcomes/open-outcomes.ts';
import { failureText } from '../../platform/api/refusal-text.ts';
import { toast } from '../../ui/overlays/toast.ts';
import { outcomeFacts, outcomeName } from './outcome-labels.ts';
import { OutcomeStrip } from './outcome-strip.tsx';

/** Long enough to be noticed by a user who looks elsewhere; the list keeps it until it was seen. */
const shownMs = 10_000;

/** Says what became of something that no form waits for. */
async function report(outcome: Outcome, state: EndState): Promise<void> {
  const name = i18n._(outcomeName(outcome));
  const facts = outcomeFacts(outcome);
  const key = `outcome-${outcome.key}`;
  if (state === 'done') {
    toast.show({
      type: 'success',
      title: t`Checked: it was done`,
      detail: `${name} ${facts}`,
      durationMs: shownMs,
      key,
    });
    return;
  }
  const refusal = refusalOf(outcome);
  const reason = refusal === null ? t`Check your records.` : await failureText(refusal);
  const title = state === 'not-done' ? t`Checked: it was not done` : t`Outcome not confirmed`;
  toast.show({ type: 'warn', title, detail: `${name} ${facts}. ${reason}`, durationMs: shownMs, key });
}

/** Asks after what is open on this device for as long as the page lives, and shows what came of it. */
export async function startOutcomes(client: QueryClient): Promise<void> {
  await loadCatalog('outcomes');
  startChecking();
  onOutcomeEnded((outcome, state) => {
    void report(outcome, state);
    // Whatever it was, what is on screen may have changed by it.
    void client.invalidateQueries();
  });
  outcomeStrip.set(<OutcomeStrip />);
}
