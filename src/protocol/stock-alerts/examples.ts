export const alert = { product: 'fixed-term', item: '1', at: 1795359130263 } as const;
