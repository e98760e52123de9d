import { Trans, useLingui } from '@lingui/react/macro';
import { Landmark } from 'lucide-react';
import { EmptyState } from '#app/ui/layout/EmptyState.tsx';
import { Page } from '#app/ui/layout/Page.tsx';
import { ScreenSkeleton } from '#app/ui/layout/ScreenSkeleton.tsx';
import { StepBar } from '#app/features/p2p/parts/step-bar.tsx';
import { LoadError } from '#app/features/loading/load-error.tsx';
import { useFeature } from '#app/platform/session/launch-config.ts';
import { WhenOn } from '#app/features/switches/when-on.tsx';
import css from '../loans.module.css';
import { AboutStep } from './about-step.tsx';
import { CheckStep } from './check-step.tsx';
import { LoanStep } from './loan-step.tsx';
import { type Application, useApplication } from './use-application.ts';

/** What the address of the form says: the step, the first without. */
export interface FormSearch {
  readonly step?: '2' | '3';
}

/** Applies for a loan in three steps; only the last one locks anything. What was entered stays on the device. */
export function LoanFormScreen({ step }: FormSearch) {
  const { t } = useLingui();
  const isOn = useFeature('loans');
  const { application, failed, isNothingTaken } = useApplication();
  const waiting =
    failed !== null ? (
      <LoadError query={failed} title={<Trans>The terms of loans did not load</Trans>} />
    ) : isNothingTaken ? (
      <EmptyState
        icon={Landmark}
        title={<Trans>No loans are available right now</Trans>}
        text={<Trans>No coin is taken as collateral now.</Trans>}
      />
    ) : (
      <ScreenSkeleton blocks={[[160, 14], [220, 40], 56, 56, 200]} />
    );
  if (!isOn || application === null) {
    return (
      <Page title={t`Borrow`}>
        <WhenOn feature="loans">{waiting}</WhenOn>
      </Page>
    );
  }
  return <Step application={application} at={reached(step, application)} />;
}

/** No step before those in front of it are filled in. */
function reached(asked: FormSearch['step'], { problem, about }: Application): 1 | 2 | 3 {
  if (asked === undefined || problem !== null) return 1;
  return asked === '2' || about !== null ? 2 : 3;
}

function Step({ application, at }: { application: Application; at: 1 | 2 | 3 }) {
  const { t } = useLingui();
  const bar = (
    <div className={css['steps']}>
      <StepBar
        label={t`Application`}
        at={at - 1}
        steps={[t`Loan`, t`About you`, t({ message: 'Check', context: 'step of a form' })]}
      />
    </div>
  );
  if (at === 1) return <LoanStep application={application} bar={bar} />;
  if (at === 2) return <AboutStep application={application} bar={bar} />;
  return <CheckStep application={application} bar={bar} />;
}
