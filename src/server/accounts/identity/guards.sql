-- A document is known by country and number, and no longer by its kind too (`documentKeyOf`). Where both kinds of one number
-- stand by now, the later one keeps its key: nobody's identity is taken away.
UPDATE verifications v
   SET document_key = encode(sha256(convert_to(E'document\n' || v.country || E'\n' || v.number, 'UTF8')), 'hex')
  FROM (SELECT id, row_number() OVER (PARTITION BY country, number ORDER BY id) AS place
          FROM verifications WHERE number <> '' AND state <> 'refused'
        UNION ALL SELECT id, 1 FROM verifications WHERE number <> '' AND state = 'refused') AS kept
 WHERE kept.id = v.id AND kept.place = 1;
