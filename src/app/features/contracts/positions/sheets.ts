/** What positions open at a tap, wherever they are listed; the screen of contracts fetches it ahead. */
export const loadClose = () => import('./close-sheet.tsx');
export const loadProfit = () => import('./profit-sheet.tsx');
export const loadProtection = () => import('./protection-sheet.tsx');
