-- Which copies of pages are old, and who cites one, without reading all of them (docs/decisions/093-what-is-kept-of-people.md).
create index page_snapshots_fetched_at_id_idx on page_snapshots (fetched_at, id);
create index found_evidence_snapshots_idx on found_evidence using gin (jsonb_path_query_array(entry, '$.**.snapshot'));
create index events_of_quotes_idx on events ((data ->> 'snapshotId')) where type = 'search.quoted';
