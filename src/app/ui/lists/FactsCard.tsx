import { Card } from '../layout/Section.tsx';
import { KeyValue, type KeyValueItem } from './KeyValue.tsx';

/** What something comes to, point by point, as wide as the sheet or page it stands in. */
export function FactsCard({ items }: { items: readonly KeyValueItem[] }) {
  return (
    <Card bare>
      <KeyValue roomy items={items} />
    </Card>
  );
}
