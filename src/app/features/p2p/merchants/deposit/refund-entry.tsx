import { useLingui } from '@lingui/react/macro';
import { Undo2 } from 'lucide-react';
import { Section } from '../../../../ui/layout/Section.tsx';
import { IconTile, ListRow } from '../../../../ui/lists/ListRow.tsx';

/** Leads to the refund: for those who stop. */
export function RefundEntry() {
  const { t } = useLingui();
  return (
    <Section band>
      <ListRow
        light
        leading={<IconTile icon={Undo2} />}
        title={t`Refund the deposit`}
        sub={t`Ends publishing at once`}
        href="#/pages/business/return"
      />
    </Section>
  );
}
