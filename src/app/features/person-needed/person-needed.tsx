import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { useObservable } from '#app/platform/observable.ts';
import { usePracticeMode } from '#app/platform/session/launch-config.ts';
import { session } from '#app/platform/session/session.ts';
import { Banner, type BannerProps } from '#app/ui/layout/Banner.tsx';
import { TextLink } from '#app/ui/layout/Section.tsx';
import { profileQuery } from '../account/queries.ts';

/** What keeps the user from what is given once to a person; null when nothing does, or while it is unknown. */
export function usePersonNeeded(): 'not-verified' | 'under-review' | null {
  const isLive = usePracticeMode() === false;
  const isSignedIn = useObservable(session) !== null;
  const { data: profile } = useQuery({ ...profileQuery, enabled: isLive && isSignedIn });
  if (!isLive || profile === undefined || profile.verification === 'verified') return null;
  return profile.verification;
}

/** Says that a verified identity is missing for what is given once to a person, and leads to it. Nothing where none is. */
export function PersonNeeded({ apart = false }: Pick<BannerProps, 'apart'>) {
  const needed = usePersonNeeded();
  const here = useLocation().href;
  if (needed === null) return null;
  const href = `#/pages/mine/real_authentication?${new URLSearchParams({ to: here }).toString()}`;
  return (
    <Banner inset apart={apart} tone="warn">
      {needed === 'under-review' ? (
        <Trans>Your identity is being verified. You can go on once that is done.</Trans>
      ) : (
        <Trans>
          Limited to once per person. <TextLink href={href}>Verify your identity</TextLink> first.
        </Trans>
      )}
    </Banner>
  );
}
