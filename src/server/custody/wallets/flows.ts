/**
 * Kinds of entries that bring money in from outside a user's wallets or take it out, as SQL: neither is a gain or a
 * loss. The fee of a withdrawal is not among them, because fees are losses. Robots hold their money outside of the wallets
 * and show themselves what they made of it, before and after their service fee.
 */
export const flowKinds =
  "'practice', 'deposit', 'deposit-undone', 'withdrawal', 'instant-transfer', 'robot-start', 'robot-return', 'robot-fee'";
