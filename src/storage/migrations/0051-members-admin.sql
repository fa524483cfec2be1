-- Keys that had every scope have the new one, too. Others made admins with `members.write` until now, and do not any more.
update api_keys set scopes = replace(scopes, ']', ',"members.admin"]')
where length(scopes) - length(replace(scopes, '"', '')) = 2 * 21;
