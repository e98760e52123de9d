import type { AuditPart, RowCheck } from '#server/core/ledger/audit-parts.ts';

/**
 * A payment of the test chain is what was signed for it; one of the faucet, once it was mined and read, is the deposit that it
 * became.
 */
const payments: RowCheck = {
  name: 'test chain: payments',
  table: 'test_chain_payments',
  key: [['hash', 'text']],
  open: 'height IS NULL',
  asset: 'item.asset',
  beside: `LEFT JOIN payout_transfers AS made ON item.nonce IS NOT NULL AND made.hash = item.hash
    CROSS JOIN LATERAL (SELECT made.raw::jsonb AS terms) AS signed
    CROSS JOIN LATERAL (
      SELECT coalesce(bool_or(units <> item.units), false) AS is_wrong FROM deposits
       WHERE item.nonce IS NULL AND chain = 'TEST' AND hash = item.hash AND state <> 'refused' AND address = item.receiver) AS taken`,
  wrong: `CASE WHEN item.nonce IS NULL THEN item.fee <> 0 OR taken.is_wrong
    ELSE made.hash IS NOT NULL AND (item.units::text, item.asset, item.fee)
      <> (signed.terms->>'units', signed.terms->>'asset', coalesce((signed.terms->>'fee')::integer, 0)) END`,
  says: `'payment ' || item.hash || ' of the test chain is not what was signed or credited'`,
};

/** The chain of practice mode. */
export const testChainAudit: AuditPart = { name: 'test chain', rows: [payments] };
