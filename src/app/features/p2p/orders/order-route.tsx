import { useSearch } from '@tanstack/react-router';
import { OrderScreen } from './order-screen.tsx';

/** The order that the address names, at each of its addresses: they differ by side and state for older links alone. */
export function OrderRoute() {
  const { id } = useSearch({ strict: false });
  return <OrderScreen key={id} id={id} />;
}
