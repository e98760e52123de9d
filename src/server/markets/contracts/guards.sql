-- Lots closed before each closing bore its share of the fees of its position: by lots, truncated.
UPDATE contract_closings AS closing
   SET open_fee = div(position.open_fee::numeric * closing.lots, position.opened_lots)::bigint,
       overnight_fee = div(position.overnight_fee::numeric * closing.lots, position.opened_lots)::bigint
  FROM contract_positions AS position
 WHERE position.id = closing.position AND position.opened_lots > 0;
--> statement-breakpoint
UPDATE contract_positions AS position
   SET open_fee_closed = closed.open_fee, overnight_fee_closed = closed.overnight_fee, insurance = closed.insurance
  FROM (SELECT position, sum(open_fee) AS open_fee, sum(overnight_fee) AS overnight_fee, sum(insurance) AS insurance
          FROM contract_closings GROUP BY position) AS closed
 WHERE closed.position = position.id;
--> statement-breakpoint
-- What was due kept sums of closings of the last seconds: the time of the first of those takes their place.
UPDATE contract_notices_due AS due
   SET at = closed.at
  FROM (SELECT due.position, due.kind, min(closing.at) AS at
          FROM contract_notices_due AS due
          JOIN contract_closings AS closing
            ON closing.position = due.position AND closing.reason = due.kind AND closing.at >= due.due_at - 15000
         GROUP BY due.position, due.kind) AS closed
 WHERE closed.position = due.position AND closed.kind = due.kind;
