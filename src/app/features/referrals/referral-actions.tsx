import { useLingui } from '@lingui/react/macro';
import { CircleQuestionMark, UserPlus } from 'lucide-react';
import { IconButton } from '#app/ui/controls/IconButton.tsx';

/** What stands in the bar of the team: inviting, and how rebates work. */
export function ReferralActions() {
  const { t } = useLingui();
  return (
    <>
      <IconButton icon={UserPlus} label={t`Invite`} href="#/pages/Whiteskin/share" />
      <IconButton icon={CircleQuestionMark} label={t`How it works`} href="#/pages/home/newsDetail?key=help%2Fteam" />
    </>
  );
}
