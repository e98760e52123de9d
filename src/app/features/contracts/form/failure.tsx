import { useLingui } from '@lingui/react/macro';
import type { Outcome } from '../../../platform/pending-outcomes/open-outcomes.ts';
import { useFailureText } from '../../../platform/api/refusal-text.ts';
import { Banner } from '../../../ui/layout/Banner.tsx';
import { LiveRegion } from '../../../ui/layout/VisuallyHidden.tsx';
import { HeldBanner } from '../../outcomes/held-outcome.tsx';
import formCss from '../../trade/form/order-form.module.css';
import { adviceText } from '../contract-labels.ts';

/** Why something was refused, and what to do about it; or that nobody knows yet what became of it. */
export function Failure({ error, held = null }: { error: unknown; held?: Outcome | null }) {
  const { i18n } = useLingui();
  const text = useFailureText(error);
  const advice = adviceText(error);
  const known = error !== null && text !== null;
  return (
    <>
      <HeldBanner held={held} />
      {known && (
        <div className={formCss['warned']}>
          <Banner tone="danger" inset>
            <b>{text}</b> {advice !== null && i18n._(advice)}
          </Banner>
        </div>
      )}
      <LiveRegion urgent>{known ? text : null}</LiveRegion>
    </>
  );
}
