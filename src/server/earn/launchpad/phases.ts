/**
 * How far a project is, as it is stored. Times decide within `selling`: before `opens_at` it is announced, and from
 * `closes_at` on nothing is taken, whether or not the next step has been made.
 *
 * - `selling`: announced, then taking commitments.
 * - `allotting`: closed; the share of each line is being written.
 * - `settling`: the list is published; coins and change are being handed out.
 * - `ended`: everybody has been served, and what was not taken is free cover again.
 */
export const projectPhases = ['selling', 'allotting', 'settling', 'ended'] as const;
export type ProjectPhase = (typeof projectPhases)[number];
