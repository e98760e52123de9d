/** What is known of a trader after forty-two orders. */
export const figures = {
  finished: 42,
  completion: '97.67',
  releaseMs: 184_000,
  payMs: 402_000,
  appealsLost: 0,
  rated: 31,
  positive: '96.77',
};
