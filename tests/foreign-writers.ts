/** Areas that write a table of another one in its transactions, and why. */
export const foreignWriters: Readonly<Record<string, readonly string[]>> = {
  // Texts come through publishing and operators; content reads them.
  articles: ['operator', 'publishing'],
  article_texts: ['operator', 'publishing'],
  content_images: ['publishing'],
  content_state: ['publishing'],
  // The chain of practice mode writes its own blocks.
  test_chain_blocks: ['practice/test-chain'],
  test_chain_payments: ['practice/test-chain'],
  test_faucet_takes: ['practice/test-chain'],
  // One column each of a person's row; practice mode founds its traders.
  users: ['accounts/identity', 'accounts/security', 'custody/withdrawals', 'p2p/merchants', 'practice/p2p'],
  verifications: ['practice/p2p'],
  // Counters of rate limits, and the networks whose attempts a lockout counts as the owner's.
  attempts: ['accounts/rate-limits'],
  known_networks: ['accounts/rate-limits'],
  // Pictures go with the message they were sent in.
  files: ['accounts/chat'],
  // An application that waits for its applicant is not due; a withdrawal that fails closes its review.
  reviews: ['earn/listing-applications'],
  review_log: ['custody/withdrawals'],
  fiat_days: ['p2p/orders'],
};
