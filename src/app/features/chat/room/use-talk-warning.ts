import { useLingui } from '@lingui/react/macro';
import { talkWarningsOf } from '../../../../protocol/core/text/talk-warnings.ts';
import { confirm } from '../../../ui/overlays/confirm.tsx';
import { useWarningText } from './talk-marks.tsx';

/** Asks before a message goes out that leads outside; in groups nothing is asked. @returns whether to send it */
export function useTalkWarning(isTalk: boolean): (text: string) => Promise<boolean> {
  const { t } = useLingui();
  const textOf = useWarningText();
  return async (text) => {
    const [first] = isTalk ? talkWarningsOf(text) : [];
    if (first === undefined) return true;
    return confirm({
      title: t`Send this message?`,
      text: `${textOf(first)} ${t`The other side sees a warning under it.`}`,
      confirmLabel: t`Send anyway`,
    });
  };
}
