ALTER TABLE "contract_closings" ADD COLUMN "open_fee" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "contract_closings" ADD COLUMN "overnight_fee" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "contract_positions" ADD COLUMN "open_fee_closed" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "contract_positions" ADD COLUMN "overnight_fee_closed" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "contract_positions" ADD COLUMN "insurance" bigint DEFAULT 0 NOT NULL;