/**
 * Kinds of entries that bring money in from outside a user's wallets or take it out, as SQL: neither is a gain or a
 * loss. The fee of a withdrawal is not among them, because fees are losses.
 */
export const flowKinds = "'practice', 'deposit', 'deposit-undone', 'withdrawal', 'instant-transfer'";
