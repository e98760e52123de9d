INSERT INTO operator_log_taken (line) VALUES (0);
