-- The websites that may show booking pages in a frame: a list of origins such as `https://www.example.com`.
alter table scheduling_settings add column embed_origins text not null default '[]';
