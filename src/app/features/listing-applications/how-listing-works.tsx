import { useLingui } from '@lingui/react/macro';
import { CircleHelp } from 'lucide-react';
import { IconButton } from '#app/ui/controls/IconButton.tsx';

/** Leads to the help on how a coin gets listed, from the bar of a screen. */
export function HowListingWorks() {
  const { t } = useLingui();
  return (
    <IconButton icon={CircleHelp} label={t`How listing works`} href="#/pages/home/newsDetail?key=help%2Fcoin-listing" />
  );
}
