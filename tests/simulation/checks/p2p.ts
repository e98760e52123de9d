import { createHash } from 'node:crypto';
import type { Check } from './check.ts';

/** Each P2P order ends once, and its coins are with its escrow, its buyer or its seller, whole. */
export const p2pOrdersEndOnce: Check = async ({ query }) => {
  const rows = await query<{ id: string; state: string; ends: number; escrow: string; buyer: string; seller: string }>(
    `SELECT id::text, state, ends.count AS ends, moved.escrow::text, moved.buyer::text, moved.seller::text
       FROM fiat_orders AS item
      CROSS JOIN LATERAL (
        SELECT count(*)::integer FROM fiat_order_events
         WHERE fiat_order = item.id AND what IN ('released', 'refunded', 'cancelled', 'expired')) AS ends
      CROSS JOIN LATERAL (
        SELECT coalesce(sum(units) FILTER (WHERE owner = -item.id), 0) AS escrow,
               coalesce(sum(units) FILTER (WHERE owner = item.buyer), 0) AS buyer,
               coalesce(sum(units) FILTER (WHERE owner = item.seller), 0) AS seller
          FROM (SELECT owner, available + frozen + locked AS units FROM ledger_entries
                 WHERE kind IN ('fiat-escrow', 'fiat-trade') AND reference = item.id::text AND asset = item.asset) AS entry
      ) AS moved
      WHERE ends.count <> (ended_at IS NOT NULL)::integer
         OR (moved.escrow, moved.buyer, moved.seller) <> (
              CASE WHEN ended_at IS NULL THEN units ELSE 0 END,
              CASE WHEN state = 'completed' THEN units ELSE 0 END,
              CASE WHEN state = 'cancelled' THEN 0 ELSE -units END)`,
  );
  return rows.map(
    ({ id, state, ends, escrow, buyer, seller }) =>
      `P2P order ${id} is ${state} and ended ${ends} times: escrow ${escrow}, buyer ${buyer}, seller ${seller}`,
  );
};

/** What both sides said and showed, and all that happened, stays as it was when the order ended. */
export const p2pEvidenceStays: Check = async ({ query, remembered }) => {
  const rows = await query<{ id: string; evidence: string }>(
    `SELECT id::text, jsonb_build_array(to_jsonb(item) - 'positive' - 'updated_at',
              (SELECT jsonb_agg(to_jsonb(event) ORDER BY event.id) FROM fiat_order_events AS event WHERE fiat_order = item.id),
              (SELECT jsonb_agg(to_jsonb(said) ORDER BY said.id) FROM fiat_statements AS said WHERE fiat_order = item.id),
              (SELECT jsonb_agg(to_jsonb(proof) || jsonb_build_object('file', to_jsonb(file)) ORDER BY proof.file)
                 FROM fiat_proofs AS proof JOIN files AS file ON file.id = proof.file WHERE fiat_order = item.id))::text
              AS evidence
         FROM fiat_orders AS item WHERE ended_at IS NOT NULL`,
  );
  return rows.flatMap(({ id, evidence }) => {
    const hash = createHash('sha256').update(evidence).digest('hex');
    const name = `evidence of ${id}`;
    const before = remembered.get(name) ?? hash;
    remembered.set(name, hash);
    return before === hash ? [] : [`the evidence of P2P order ${id} changed after its end`];
  });
};
