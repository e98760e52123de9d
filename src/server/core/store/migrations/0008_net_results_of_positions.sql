CREATE TABLE "contract_notices_due" (
	"position" bigint NOT NULL,
	"kind" text NOT NULL,
	"owner" bigint NOT NULL,
	"contract" text NOT NULL,
	"side" text NOT NULL,
	"lots" integer NOT NULL,
	"value" bigint NOT NULL,
	"net" bigint NOT NULL,
	"left_lots" integer NOT NULL,
	"mark_ticks" bigint,
	"liquidation_ticks" bigint,
	"at" bigint NOT NULL,
	"due_at" bigint NOT NULL,
	CONSTRAINT "contract_notices_due_position_kind_pk" PRIMARY KEY("position","kind")
);
--> statement-breakpoint
ALTER TABLE "contract_closings" ADD COLUMN "open_fee" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "contract_closings" ADD COLUMN "overnight_fee" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "contract_positions" ADD COLUMN "open_fee_closed" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "contract_positions" ADD COLUMN "overnight_fee_closed" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "contract_positions" ADD COLUMN "insurance" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "contract_positions" ADD COLUMN "warned" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "contract_positions" ADD COLUMN "warned_at" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "risks" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "notices" ADD COLUMN "subject" jsonb;--> statement-breakpoint
CREATE INDEX "contract_notices_due_at" ON "contract_notices_due" USING btree ("due_at");--> statement-breakpoint
CREATE INDEX "ledger_entries_custody" ON "ledger_entries" USING btree ("owner","reference","id") WHERE kind IN ('deposit', 'deposit-free', 'deposit-undone', 'withdrawal-freeze', 'withdrawal', 'withdrawal-fee', 'withdrawal-release');