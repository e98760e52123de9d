CREATE TABLE "loan_lent" (
	"asset" text PRIMARY KEY NOT NULL,
	"units" bigint NOT NULL,
	CONSTRAINT "loan_lent_not_negative" CHECK ("loan_lent"."units" >= 0)
);
--> statement-breakpoint
CREATE TABLE "stock_alerts" (
	"product" text NOT NULL,
	"item" bigint NOT NULL,
	"owner" bigint NOT NULL,
	"at" bigint NOT NULL,
	CONSTRAINT "stock_alerts_product_item_owner_pk" PRIMARY KEY("product","item","owner")
);
--> statement-breakpoint
CREATE INDEX "stock_alerts_owner" ON "stock_alerts" USING btree ("owner","at");--> statement-breakpoint
CREATE INDEX "ledger_entries_products" ON "ledger_entries" USING btree ("owner","asset","id") WHERE owner BETWEEN 31 AND 35;