import { useLingui } from '@lingui/react/macro';
import { Navigate } from '@tanstack/react-router';
import { Page } from '../../ui/layout/Page.tsx';
import { SkeletonRow } from '../../ui/layout/Skeleton.tsx';
import { ApplicationForm } from './application-form.tsx';
import { useVerification } from './queries.ts';
import { LoadError } from '../loading/load-error.tsx';

/**
 * The identity verification form. A user who has applied is redirected to the status; answers of type 998 lead here.
 *
 * @param props.to the page that asked for it, to go on there
 */
export function RealAuthenticationScreen({ to }: { to: string | undefined }) {
  const { t } = useLingui();
  const verification = useVerification();
  const { data } = verification;
  if (data?.state === 'under-review' || data?.state === 'verified') {
    return <Navigate to="/pages/mine/authentication" search={to === undefined ? {} : { to }} replace />;
  }
  return (
    <Page title={t`Verify your identity`}>
      {data === undefined && verification.error !== null && (
        <LoadError query={verification} title={t`The form did not load`} />
      )}
      {data === undefined && verification.error === null && (
        <div aria-busy="true">
          <SkeletonRow count={6} />
        </div>
      )}
      {data !== undefined && <ApplicationForm />}
    </Page>
  );
}
