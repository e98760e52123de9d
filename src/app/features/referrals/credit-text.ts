import { useLingui } from '@lingui/react/macro';
import type { TeamCycle } from '#protocol/referrals/entities.ts';

/** When the fees paid now are credited, in words. */
export function useCreditText({ practice }: TeamCycle): string {
  const { t } = useLingui();
  return practice ? t`Practice rebates are credited every minute.` : t`Rebates are credited at 00:05 UTC+8.`;
}
