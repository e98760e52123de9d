/** Wallets that collateral can be locked in: those that hold coins and settle nothing of their own. */
export const collateralWallets = ['spot', 'fiat'] as const;

/** Loans of one person that have not ended. */
export const openLoansMax = 10;
/** Characters of a contact and of a note. */
export const loanContactMaxLength = 100;
export const loanContactMinLength = 3;
export const loanNoteMaxLength = 300;
/** A loan of live mode is answered within so many days. */
export const loanReviewDays = 2;
