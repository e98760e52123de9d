-- Cancellations of the day on which counting in the row of the order begins. Orders not paid in time before do not count.
UPDATE fiat_orders AS o SET cancel_number = counted.number
  FROM (SELECT id, row_number() OVER (PARTITION BY buyer ORDER BY ended_at, id)::integer AS number FROM fiat_orders
         WHERE ended_by = 'buyer' AND ended_at >= ((floor((extract(epoch FROM now()) + 28800) / 86400) * 86400 - 28800) * 1000)::bigint
       ) AS counted
 WHERE counted.id = o.id;
--> statement-breakpoint
-- What truncation left of units times price, of orders before it was kept.
UPDATE fiat_orders AS own
   SET decimals = scales.decimals, rest = own.units::numeric * own.price - own.amount * 10::numeric ^ scales.decimals
  FROM (SELECT listed.id AS asset, money.currency, (listed.scale + money.price - money.amount)::smallint AS decimals
          FROM listed_coins AS listed,
               (VALUES ('CNY', 2, 2), ('HKD', 2, 2), ('USD', 3, 2), ('EUR', 3, 2), ('JPY', 2, 0), ('KRW', 1, 0), ('VND', 0, 0),
                       ('THB', 2, 2)) AS money (currency, price, amount)) AS scales
 WHERE scales.asset = own.asset AND scales.currency = own.currency;
