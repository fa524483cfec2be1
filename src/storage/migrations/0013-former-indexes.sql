-- In their places there are turns_since, api_keys_lasting and api_keys_expiring, and team_slugs_had.
drop index turns_recent;
drop index api_keys_usable;
drop index team_slugs_team;
