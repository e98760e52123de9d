CREATE TABLE "loan_lent" (
	"asset" text PRIMARY KEY NOT NULL,
	"units" bigint NOT NULL,
	CONSTRAINT "loan_lent_not_negative" CHECK ("loan_lent"."units" >= 0)
);
--> statement-breakpoint
CREATE INDEX "ledger_entries_products" ON "ledger_entries" USING btree ("owner","asset","id") WHERE owner BETWEEN 31 AND 35;