-- Movements of before name the user, and not the pool that bears them.
UPDATE sign_in_pools SET used_before = used;
