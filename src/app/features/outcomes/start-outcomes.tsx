import { i18n } from '@lingui/core';
import { t } from '@lingui/core/macro';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import type { QueryClient } from '@tanstack/react-query';
import { SearchCheck } from 'lucide-react';
import { useMemo, useState } from 'react';
import { formatTime } from '#app/platform/format/time-format.ts';
import { loadCatalog } from '#app/platform/language/language.ts';
import { useObservable } from '#app/platform/observable.ts';
import { type Outcome, outcomes, outcomeStrip } from '#app/platform/pending-outcomes/open-outcomes.ts';
import { removeOutcome } from '#app/platform/pending-outcomes/outcome-store.ts';
import '#app/platform/pending-outcomes/sending.ts';
import { startChecking } from '#app/platform/pending-outcomes/checking.ts';
import { type EndState, onOutcomeEnded, refusalOf } from '#app/platform/pending-outcomes/endings.ts';
import { failureText, useFailureText } from '#app/platform/api/refusal-text.ts';
import { Banner } from '#app/ui/layout/Banner.tsx';
import { Card } from '#app/ui/layout/Section.tsx';
import { ListRow } from '#app/ui/lists/ListRow.tsx';
import { Sheet } from '#app/ui/overlays/Sheet.tsx';
import { toast } from '#app/ui/overlays/toast.ts';
import { outcomeFacts, outcomeName, stateLabels } from './outcome-labels.ts';
import css from './outcomes.module.css';

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

const isChecked = ({ state }: Outcome) => state === 'unknown';
const isEnded = ({ state }: Outcome) => state !== 'unknown' && state !== 'sent';

/** Above every screen while something is being checked, or ended and was not seen: leads to the list. */
function OutcomeStrip() {
  const { t } = useLingui();
  const list = useObservable(outcomes);
  const [open, setOpen] = useState(false);
  const checked = list.filter(isChecked).length;
  const ended = list.filter(isEnded).length;
  const close = () => {
    setOpen(false);
    for (const outcome of outcomes.get().filter(isEnded)) removeOutcome(outcome.key);
  };
  if (checked + ended === 0 && !open) return null;
  return (
    <>
      {checked + ended > 0 && (
        <Banner icon={SearchCheck} live action={{ label: t`View`, onAction: () => setOpen(true) }}>
          {checked > 0 ? (
            <Plural value={checked} one="# outcome is being checked." other="# outcomes are being checked." />
          ) : (
            <Plural value={ended} one="# outcome is known now." other="# outcomes are known now." />
          )}
        </Banner>
      )}
      <Sheet open={open} onClose={close} title={t`Being checked`}>
        <p className={css['note']}>
          <Trans>
            These requests got no answer. We keep checking automatically until the outcome is known. Nothing is done
            twice.
          </Trans>
        </p>
        <Card bare>
          {list
            .filter((one) => isChecked(one) || isEnded(one))
            .map((one) => (
              <OutcomeRow key={one.key} outcome={one} />
            ))}
        </Card>
      </Sheet>
    </>
  );
}

function OutcomeRow({ outcome }: { outcome: Outcome }) {
  const { i18n } = useLingui();
  const refusal = useMemo(() => (outcome.state === 'not-done' ? refusalOf(outcome) : null), [outcome]);
  const reason = useFailureText(refusal);
  const facts = outcomeFacts(outcome);
  const at = formatTime(outcome.at, 'seconds');
  return (
    <ListRow
      title={i18n._(outcomeName(outcome))}
      sub={[facts, at, ...(reason === null ? [] : [reason])].filter((part) => part !== '').join(' · ')}
      trailing={
        <span className={css['state']} data-state={outcome.state}>
          {i18n._(stateLabels[outcome.state])}
        </span>
      }
    />
  );
}
