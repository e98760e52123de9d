INSERT INTO writer_fences (writer, epoch, last_id)
SELECT 'spot', 0, greatest((SELECT max(id) FROM spot_orders), (SELECT max(id) FROM trades), 0)
ON CONFLICT (writer) DO NOTHING;
--> statement-breakpoint
INSERT INTO writer_fences (writer, epoch, last_id)
SELECT 'contracts', 0, greatest((SELECT max(id) FROM contract_orders), (SELECT max(id) FROM contract_closings),
                                (SELECT max(id) FROM contract_trades), 0)
ON CONFLICT (writer) DO NOTHING;
--> statement-breakpoint
-- Keys of orders that were placed before the order's row kept them: asked again, they still find their order.
UPDATE spot_orders AS stored
   SET request_key = substring(sha256(convert_to(known.key, 'UTF8')) FOR 16),
       request_hash = substring(decode(translate(known.body_hash, '-_', '+/') || '=', 'base64') FOR 16)
  FROM idempotency AS known
 WHERE known.call = 'POST currency' AND stored.owner = known.user_id AND stored.id = (known.answer->>'id')::bigint
   AND stored.request_key IS NULL;
--> statement-breakpoint
DELETE FROM idempotency WHERE call = 'POST currency';
