-- Releases before kept the difference alone.
UPDATE team_fees SET paid = greatest(fee, 0), returned = greatest(-fee, 0);
--> statement-breakpoint
-- The defaults were for the rows of before.
ALTER TABLE team_fees ALTER COLUMN paid DROP DEFAULT, ALTER COLUMN returned DROP DEFAULT,
  ADD CONSTRAINT team_fees_add_up CHECK (paid >= 0 AND returned >= 0 AND fee = paid - returned);
