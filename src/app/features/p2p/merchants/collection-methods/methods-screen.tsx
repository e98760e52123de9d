import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { collectionMethodsMax } from '#protocol/p2p/currencies.ts';
import { Button } from '#app/ui/controls/Button.tsx';
import { Icon } from '#app/ui/icons.tsx';
import { Page } from '#app/ui/layout/Page.tsx';
import { Sheet } from '#app/ui/overlays/Sheet.tsx';
import { methodsQuery } from '../queries.ts';
import { MethodKinds } from './method-kinds.tsx';
import { MethodList } from './method-list.tsx';
import { WhoSees } from './who-sees.tsx';

/** Own collection methods as cards: seen, added, removed. */
export function MethodsScreen() {
  const { t } = useLingui();
  const methods = useQuery({ ...methodsQuery, refetchOnMount: 'always' });
  const [adding, setAdding] = useState(false);
  const count = methods.data?.list.length;
  const most = collectionMethodsMax;
  return (
    <Page
      title={t`Collection methods`}
      onRefresh={() => methods.refetch()}
      updating={methods.isFetching && methods.data !== undefined}
      bottom={
        <Button
          kind="primary"
          size="l"
          icon={<Icon of={Plus} size="row" />}
          aria-haspopup="dialog"
          disabledReason={count !== undefined && count >= most ? t`You can keep up to ${most} methods.` : undefined}
          onClick={() => setAdding(true)}
        >
          <Trans>Add a method</Trans>
        </Button>
      }
    >
      <WhoSees />
      <MethodList methods={methods} />
      <Sheet open={adding} onClose={() => setAdding(false)} title={t`Add a method`} flush>
        <MethodKinds to={undefined} />
      </Sheet>
    </Page>
  );
}
