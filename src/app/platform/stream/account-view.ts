import {
  type AccountField,
  accountFields,
  accountLatestFields,
  type AccountRow,
  type AccountRowsField,
  accountRowsFields,
  type AccountState,
  type AccountUpdate,
} from '#protocol/core/stream/account-fields.ts';
import { MergedAccount } from '#protocol/core/stream/account-merge.ts';

/**
 * What the account topic has published so far. Orders and positions are the open ones, newest first; fields in the
 * order of their changes have the last change first, and hold what changed since the page was opened or is on its way.
 */
export type AccountView = AccountState;

type OpenedAt = { readonly [Name in AccountRowsField]?: (row: AccountRow<Name>) => number };

/** Since when rows of a field are there, where they are shown newest first. */
const openedAt: OpenedAt = {
  orders: ({ createdAt }) => createdAt,
  positions: (position) => position.openedAt,
  contractOrders: ({ createdAt }) => createdAt,
};

/** The list as it was, where the next one holds the same items: who looks at it has nothing to render. */
function unlessSame<Item>(before: readonly Item[], next: readonly Item[]): readonly Item[] {
  return before.length === next.length && before.every((item, at) => item === next[at]) ? before : next;
}

function shownRows<Name extends AccountRowsField>(merged: MergedAccount, name: Name): readonly AccountRow<Name>[] {
  const rows = merged.rows(name);
  const at = openedAt[name];
  if (at !== undefined) return rows.toSorted((a, b) => at(b) - at(a));
  return 'byChange' in accountFields[name] ? rows.toReversed() : rows;
}

/** Takes in the updates of the account topic, and gives what they come to. */
export function accountView(): (is: 'snapshot' | 'delta', data: AccountUpdate) => AccountView {
  const merged = new MergedAccount('state');
  let shown: { [Name in AccountField]?: unknown } = {};
  return (is, data) => {
    if (is === 'snapshot') merged.clearRows();
    merged.add(data);
    // A new object tells cells that something changed; its lists keep their identity where they can.
    const next = { ...shown };
    for (const name of accountRowsFields) {
      const before = shown[name] as readonly unknown[] | undefined;
      const isChanged = is === 'snapshot' || (data[name]?.length ?? 0) > 0;
      if (before === undefined || isChanged) next[name] = unlessSame(before ?? [], shownRows(merged, name));
    }
    for (const name of accountLatestFields) next[name] = merged.value(name);
    shown = next;
    return next as AccountView;
  };
}
