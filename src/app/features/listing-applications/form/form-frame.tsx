import { Trans, useLingui } from '@lingui/react/macro';
import { useNavigate } from '@tanstack/react-router';
import { Check, Clock, Trash2 } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { formatTime } from '#app/platform/format/time-format.ts';
import { IconButton } from '#app/ui/controls/IconButton.tsx';
import { Icon } from '#app/ui/icons.tsx';
import { Page } from '#app/ui/layout/Page.tsx';
import { confirm } from '#app/ui/overlays/confirm.tsx';
import line from '#app/ui/lists/IconLine.module.css';
import { StepBar } from '#app/features/p2p/parts/step-bar.tsx';
import { AnswerDay } from '../answer-day.tsx';
import { stepTitles } from '../application-labels.ts';
import { isStarted, listingDraft } from '../draft.ts';
import css from '../listing.module.css';
import { lastStep, type StepNumber, stepNumbers } from '../steps.ts';

interface FormFrameProps {
  readonly step: StepNumber;
  /** The way on, and back where there is one. */
  readonly bottom: ReactNode;
  /** The draft goes: what is not in it goes too. */
  readonly onThrownAway: () => void;
  readonly children: ReactNode;
}

/** Around every step: the bars, the title, what is kept, the cross that keeps the draft, and the bin that asks. */
export function FormFrame({ step, bottom, onThrownAway, children }: FormFrameProps) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const { texts } = listingDraft.use();
  const close = () => void navigate({ to: '/pages/Apply/Apply', search: {}, replace: true });
  const throwAway = async () => {
    const isMeant = await confirm({
      title: t`Discard the draft?`,
      text: t`All that you entered is removed from this phone. Nothing was sent.`,
      confirmLabel: t`Throw away`,
      kind: 'danger',
    });
    if (!isMeant) return;
    listingDraft.clear();
    onThrownAway();
    close();
  };
  return (
    <Page
      title={t`List a coin`}
      leave="close"
      onLeave={close}
      actions={
        isStarted(texts) ? (
          <IconButton icon={Trash2} label={t`Discard draft`} onClick={() => void throwAway()} />
        ) : undefined
      }
      bottom={bottom}
    >
      <StepHead step={step} />
      {children}
      {step !== lastStep && (
        <p className={css['promise']}>
          <span className={line['line']}>
            <Icon of={Clock} size="inline" />
            <AnswerDay />
          </span>
        </p>
      )}
    </Page>
  );
}

/** Where the form is: the bars, when the draft was kept, and the title of the step. */
function StepHead({ step }: { step: StepNumber }) {
  const { t, i18n } = useLingui();
  const { texts, keptAt } = listingDraft.use();
  const heading = useStepFocus(step);
  return (
    <div className={css['steps']}>
      <StepBar
        plain
        label={t({ message: 'Application', context: 'to list a coin' })}
        at={step - 1}
        steps={stepNumbers.map((each) => i18n._(stepTitles[each]))}
      />
      <p className={css['progress']}>
        <span>
          <Trans>
            Step {step} of {lastStep}
          </Trans>
        </span>
        {isStarted(texts) && (
          <span className={css['kept']}>
            {keptAt === null ? (
              <Trans>Draft not kept: no room on this phone</Trans>
            ) : (
              <>
                <Icon of={Check} size="note" />
                <span>
                  <Trans>Draft kept on this phone, {formatTime(keptAt, 'time')}</Trans>
                </span>
              </>
            )}
          </span>
        )}
      </p>
      <h2 ref={heading} className={css['title']} tabIndex={-1}>
        {i18n._(stepTitles[step])}
      </h2>
    </div>
  );
}

/** A step that follows another begins at its title. */
function useStepFocus(step: StepNumber) {
  const heading = useRef<HTMLHeadingElement>(null);
  const before = useRef(step);
  useEffect(() => {
    if (before.current === step) return;
    before.current = step;
    globalThis.scrollTo(0, 0);
    heading.current?.focus({ preventScroll: true });
  }, [step]);
  return heading;
}
