import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { SearchCheck } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useObservable } from '../../platform/observable.ts';
import { type Outcome, outcomes } from '../../platform/pending-outcomes/open-outcomes.ts';
import { removeOutcome } from '../../platform/pending-outcomes/outcome-store.ts';
import { refusalOf } from '../../platform/pending-outcomes/endings.ts';
import { useFailureText } from '../../platform/api/refusal-text.ts';
import { formatTime } from '../../platform/format/time-format.ts';
import { Banner } from '../../ui/layout/Banner.tsx';
import { ListRow } from '../../ui/lists/ListRow.tsx';
import { Card } from '../../ui/layout/Section.tsx';
import { Sheet } from '../../ui/overlays/Sheet.tsx';
import css from './outcomes.module.css';
import { outcomeFacts, outcomeName, stateLabels } from './outcome-labels.ts';

const isChecked = ({ state }: Outcome) => state === 'unknown';
const isEnded = ({ state }: Outcome) => state !== 'unknown' && state !== 'sent';

/** Above every screen while something is being checked, or ended and was not seen: leads to the list. */
export function OutcomeStrip() {
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
