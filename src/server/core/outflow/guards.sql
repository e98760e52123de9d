-- Releases before held what was bought by coin, out of the orders: it counts by value from now on, at the last price of the
-- minute that its order ended in or of the last one before; without any, as the most that nobody has.
INSERT INTO value_holds (owner, fiat_order, value, until)
SELECT o.buyer, o.id,
       CASE WHEN o.asset = 'USDT' THEN o.units
            ELSE greatest(1, least(coalesce(trunc(o.units * p.price * 100000000 / 10::numeric ^ c.scale), 1e17), 1e17))::bigint
        END,
       o.ended_at + 86400000
  FROM fiat_orders AS o
  JOIN listed_coins AS c ON c.id = o.asset
  LEFT JOIN LATERAL (
    SELECT m.close / 10::numeric ^ l.price_decimals AS price
      FROM listed_pairs AS l JOIN market_minutes AS m ON m.pair = l.id
     WHERE l.id = o.asset || 'USDT' AND m.start_at <= o.ended_at
     ORDER BY m.start_at DESC LIMIT 1
  ) AS p ON true
 WHERE o.state = 'completed' AND o.buyer >= 100000
   AND o.ended_at > (extract(epoch FROM clock_timestamp()) * 1000)::bigint - 86400000;
