import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { pathAfterLogIn } from '#app/platform/session/public-paths.ts';
import { Button } from '#app/ui/controls/Button.tsx';
import { Page } from '#app/ui/layout/Page.tsx';
import { Section } from '#app/ui/layout/Section.tsx';
import type { ToSearch } from '#app/platform/search-params.ts';
import { methodsQuery } from '../queries.ts';
import { MethodKinds } from './method-kinds.tsx';
import { MethodList } from './method-list.tsx';
import { WhoSees } from './who-sees.tsx';

/** Where a user is paid for coins sold: needed before the first sale. Answers of type 997 lead here, and on from here. */
export function CollectMoneyScreen({ to }: ToSearch) {
  const { t } = useLingui();
  const methods = useQuery({ ...methodsQuery, refetchOnMount: 'always' });
  const hasOne = (methods.data?.list.length ?? 0) > 0;
  return (
    <Page
      title={t`Collection methods`}
      onRefresh={() => methods.refetch()}
      bottom={
        hasOne && to !== undefined ? (
          <Button kind="primary" size="l" href={`#${pathAfterLogIn(to)}`}>
            <Trans>Continue</Trans>
          </Button>
        ) : undefined
      }
    >
      <WhoSees />
      {(hasOne || methods.data === undefined) && <MethodList methods={methods} />}
      <Section title={<Trans>Link an account</Trans>} band={hasOne}>
        <MethodKinds to={to} />
      </Section>
    </Page>
  );
}
