-- A key whose value was chosen is marked whatever its form. So far only one was that has the form of a generated key.
update api_keys set lookalike = 1 where substr(key_prefix, 1, 8) <> 'sk_live_';
