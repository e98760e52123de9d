import { type Duty, oneDuty } from './duty.ts';

/** What every other duty stands on. */
export const coreDuties: readonly Duty[] = [
  {
    name: 'ownership',
    per: 'exchange',
    areas: ['core/store', 'core/commit'],
    tables: ['server_epoch', 'writer_fences', 'duty_owners'],
    memory: 'the lock, the epoch, the pools of connections, and commits whose outcome is unknown',
    fence: { by: 'lock' },
  },
  oneDuty('store identity', ['core/modes'], ['store_identity', 'store_chains']),
  oneDuty('ledger', ['core/ledger'], ['balances', 'ledger_entries'], 'which balances exist, for each market writer'),
  oneDuty(
    'audit',
    ['core/ledger'],
    ['audit_state', 'audit_sums', 'audited_sums', 'audited_references', 'audit_rounds'],
    'the coins that are halted, and when a run was last completed',
  ),
  oneDuty(
    'partitions',
    ['core/archives', 'partitions'],
    ['archives', 'archived_sums', 'archived_halves'],
    'which tables were in use when partitions were due, and the sums of a file while it is read',
  ),
  oneDuty('idempotency', ['core/idempotency'], ['idempotency']),
  oneDuty('outflow', ['core/outflow'], ['value_holds']),
  oneDuty(
    'gate',
    ['core/gate'],
    ['stops', 'product_switches', 'operator_log', 'operator_log_taken'],
    'stops and switches, and the last line of the operators’ log that was taken up',
  ),
  oneDuty(
    'records',
    ['core/records'],
    ['record_links', 'record_heads', 'record_backlog'],
    'whether rows from before are chained',
  ),
  oneDuty(
    'listing',
    ['core/instruments', 'core/instrument-acts'],
    ['listed_coins', 'listed_pairs', 'listed_contracts'],
    'every coin, pair and contract',
  ),
  // Its deletes name no table: `core/jobs/retention.ts` says which rows of other duties it removes.
  oneDuty('retention', ['core/jobs'], [], 'what fails, and since when'),
];
