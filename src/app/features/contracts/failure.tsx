import { useLingui } from '@lingui/react/macro';
import { useFailureText } from '../../platform/refusal-text.ts';
import { Banner } from '../../ui/Banner.tsx';
import { LiveRegion } from '../../ui/VisuallyHidden.tsx';
import formCss from '../trade/order-form.module.css';
import { adviceWords } from './contract-words.ts';

/** Why something was refused, and what to do about it. */
export function Failure({ error }: { error: unknown }) {
  const { i18n } = useLingui();
  const text = useFailureText(error);
  const advice = adviceWords(error);
  const known = error !== null && text !== null;
  return (
    <>
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
