-- Of a first key that an operator chose, four characters are shown, not twelve. What was chosen is not known any more, but
-- what does not begin like a key that Rota made was.
update api_keys set key_prefix = substr(key_prefix, 1, 4) || '....' where substr(key_prefix, 1, 8) <> 'sk_live_';
