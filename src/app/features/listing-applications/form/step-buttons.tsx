import { Trans, useLingui } from '@lingui/react/macro';
import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Button } from '#app/ui/controls/Button.tsx';
import { OneLine } from '#app/ui/controls/OneLine.tsx';
import { SubmitButton } from '#app/ui/forms/SubmitButton.tsx';
import { nextLabels } from '../application-labels.ts';
import css from '../listing.module.css';
import { stepAfter, type StepNumber, stepNumbers } from '../steps.ts';

/** The id of the form of a step, for the button outside of it. */
export const stepFormId = 'coin-application';

/** Leads to a step, in place of the one on screen: back from the form keeps leading out of it. */
export function useGoToStep(): (step: StepNumber) => void {
  const navigate = useNavigate();
  return (step) => void navigate({ to: '/pages/Apply/Apply', search: { step: `${step}` }, replace: true });
}

/** The way back to the step before, beside the way on. */
export function WithBack({ step, children }: { step: StepNumber; children: ReactNode }) {
  const { t } = useLingui();
  const goTo = useGoToStep();
  const before = stepNumbers.find((each) => each === step - 1);
  if (before === undefined) return children;
  return (
    <div className={css['buttons']}>
      <Button size="l" label={t`Back`} onClick={() => goTo(before)}>
        <OneLine>
          <Trans>Back</Trans>
        </OneLine>
      </Button>
      {children}
    </div>
  );
}

/** Back, and on to the next step, which checks this one. */
export function StepButtons({ step }: { step: StepNumber }) {
  const { i18n } = useLingui();
  const next = stepAfter(step);
  return (
    <WithBack step={step}>
      <SubmitButton form={stepFormId}>
        <OneLine>{next !== null && i18n._(nextLabels[next])}</OneLine>
      </SubmitButton>
    </WithBack>
  );
}
