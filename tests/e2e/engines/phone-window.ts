/** The size of a phone in CSS pixels, upright. */
export const phoneWindow = { width: 390, height: 844 } as const;
